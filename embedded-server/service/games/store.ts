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
export type VersionRecord = {
  version_id: string;
  game_id: string;
  display_name: string;
  create_ts: number;
  /** How often servers of it crashed, and when one last did. */
  crashes: number;
  last_crash_ts: number | null;
  /** How many servers of it did not start. */
  failed_starts: number;
};
/** What only a new version needs: its place among those of one moment, and its settings as JSON. */
export type NewVersion = Omit<VersionRecord, 'crashes' | 'last_crash_ts' | 'failed_starts'> & {
  sequence: number;
  config: string;
};
export type NamespaceRecord = {
  namespace_id: string;
  game_id: string;
  name_id: string;
  display_name: string;
  create_ts: number;
  version_id: string;
  /** The place that its owner gave it among those of its game. */
  position: number | null;
  /** When it was last switched to a version; null where it has the one that it was made with. */
  deploy_ts: number | null;
  /** How many servers it is to keep. */
  server_count: number;
};
/** A new namespace, and how many servers it keeps at first. */
export type NewNamespace = Omit<NamespaceRecord, 'position' | 'deploy_ts'>;

export type GameStore = ReturnType<typeof createGameStore>;

const NEW_GAME = 'game_id, name_id, display_name, developer_group_id, create_ts, revision';
const GAME = `${NEW_GAME}, logo_upload_id, banner_upload_id`;
const NEW_VERSION = 'version_id, game_id, display_name, create_ts';
const VERSION = `${NEW_VERSION}, crashes, last_crash_ts, failed_starts`;
const NEW_NAMESPACE = 'namespace_id, game_id, name_id, display_name, create_ts, version_id';
/** A history is in the order of its numbers, so its newest entry is looked up. */
export const LAST_DEPLOY = `(SELECT deploy_ts FROM version_history h WHERE h.namespace_id = namespaces.namespace_id
  ORDER BY number DESC LIMIT 1) AS deploy_ts`;
const NAMESPACE = `${NEW_NAMESPACE}, position, server_count, ${LAST_DEPLOY}`;

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
  const insertVersion = command(
    db,
    `INSERT INTO versions (${NEW_VERSION}, sequence, config) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const namespaces = query<NamespaceRecord>(
    db,
    `SELECT ${NAMESPACE} FROM namespaces WHERE game_id = ?
     ORDER BY position IS NULL, position, display_name, namespace_id`,
  );
  const insertNamespace = command(
    db,
    `INSERT INTO namespaces (${NEW_NAMESPACE}, server_count, max_players) VALUES (?, ?, ?, ?, ?, ?, ?, ${NO_PLAYER_LIMIT})`,
  );
  // What a namespace begins with is the first of what was set on it.
  const insertSettings = command(
    db,
    `INSERT INTO namespace_settings (namespace_id, number, set_ts, settings)
     SELECT namespace_id, 1, create_ts, json_object(
       'lobby_count_max', lobby_count_max, 'max_players', max_players, 'server_count', server_count,
       'on_version_switch', on_version_switch, 'drain_limit', drain_limit, 'restart', restart)
     FROM namespaces WHERE namespace_id = ?`,
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
    insertNamespace: (n: NewNamespace): void => {
      insertNamespace(n.namespace_id, n.game_id, n.name_id, n.display_name, n.create_ts, n.version_id, n.server_count);
      insertSettings(n.namespace_id);
    },
    rename: (game_id: string, names: { display_name: string; name_id: string }) =>
      rename(names.display_name, names.name_id, game_id),
    setRevision: (game_id: string, revision: number) => setRevision(revision, game_id),
  };
}
