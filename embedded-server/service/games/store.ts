// Games, their namespaces and their versions in the records. Rows in, rows out; no rules.
import { NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type GameRecord = {
  game_id: string;
  name_id: string;
  display_name: string;
  developer_group_id: string;
  create_ts: number;
  revision: number;
  logo_upload_id: string | null;
  banner_upload_id: string | null;
};
/** A game as it begins, without pictures. */
export type NewGame = Omit<GameRecord, 'logo_upload_id' | 'banner_upload_id'>;
export type VersionRecord = { version_id: string; game_id: string; display_name: string; create_ts: number };
/** What only a new version needs: its place among those of one moment, and its settings as JSON. */
export type NewVersion = VersionRecord & { sequence: number; config: string };
export type NamespaceRecord = {
  namespace_id: string;
  game_id: string;
  name_id: string;
  display_name: string;
  create_ts: number;
  version_id: string;
};
/** A new namespace, and how many servers it keeps at first. */
export type NewNamespace = NamespaceRecord & { server_count: number };

export type GameStore = ReturnType<typeof createGameStore>;

const NEW_GAME = 'game_id, name_id, display_name, developer_group_id, create_ts, revision';
const GAME = `${NEW_GAME}, logo_upload_id, banner_upload_id`;
const VERSION = 'version_id, game_id, display_name, create_ts';
const NAMESPACE = 'namespace_id, game_id, name_id, display_name, create_ts, version_id';

export function createGameStore(db: Database) {
  const one = query<GameRecord>(db, `SELECT ${GAME} FROM games WHERE game_id = ?`);
  const all = query<GameRecord>(db, `SELECT ${GAME} FROM games ORDER BY create_ts, game_id`);
  const newest = query<{ revision: number }>(db, 'SELECT coalesce(max(revision), 0) AS revision FROM games');
  const nameTaken = query(db, 'SELECT 1 FROM games WHERE name_id = ?');
  const insertGame = command(db, `INSERT INTO games (${NEW_GAME}) VALUES (?, ?, ?, ?, ?, ?)`);
  const versions = query<VersionRecord>(
    db,
    `SELECT ${VERSION} FROM versions WHERE game_id = ? ORDER BY create_ts, sequence, version_id`,
  );
  const insertVersion = command(db, `INSERT INTO versions (${VERSION}, sequence, config) VALUES (?, ?, ?, ?, ?, ?)`);
  const namespaces = query<NamespaceRecord>(
    db,
    `SELECT ${NAMESPACE} FROM namespaces WHERE game_id = ? ORDER BY display_name, namespace_id`,
  );
  const insertNamespace = command(
    db,
    `INSERT INTO namespaces (${NAMESPACE}, server_count, max_players) VALUES (?, ?, ?, ?, ?, ?, ?, ${NO_PLAYER_LIMIT})`,
  );
  const rename = command(db, 'UPDATE games SET display_name = ?, name_id = ? WHERE game_id = ?');
  const setRevision = command(db, 'UPDATE games SET revision = ? WHERE game_id = ?');
  return {
    game: (game_id: string) => one.one(game_id),
    games: () => all.all(),
    newestRevision: () => newest.one()?.revision ?? 0,
    isNameTaken: (name_id: string) => nameTaken.one(name_id) !== undefined,
    insertGame: (g: NewGame) =>
      insertGame(g.game_id, g.name_id, g.display_name, g.developer_group_id, g.create_ts, g.revision),
    versions: (game_id: string) => versions.all(game_id),
    insertVersion: (v: NewVersion) =>
      insertVersion(v.version_id, v.game_id, v.display_name, v.create_ts, v.sequence, v.config),
    namespaces: (game_id: string) => namespaces.all(game_id),
    insertNamespace: (n: NewNamespace) =>
      insertNamespace(n.namespace_id, n.game_id, n.name_id, n.display_name, n.create_ts, n.version_id, n.server_count),
    rename: (game_id: string, names: { display_name: string; name_id: string }) =>
      rename(names.display_name, names.name_id, game_id),
    setRevision: (game_id: string, revision: number) => setRevision(revision, game_id),
  };
}
