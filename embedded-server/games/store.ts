// Games, their namespaces and their versions in the records. Rows in, rows out; no rules.
import type { Database } from '../storage/database.ts';

export type GameRecord = {
  game_id: string;
  name_id: string;
  display_name: string;
  developer_group_id: string;
  create_ts: number;
  revision: number;
};
export type VersionRecord = { version_id: string; game_id: string; display_name: string; create_ts: number };
export type NamespaceRecord = {
  namespace_id: string;
  game_id: string;
  name_id: string;
  display_name: string;
  create_ts: number;
  version_id: string;
};

export type GameStore = ReturnType<typeof createGameStore>;

const GAME = 'game_id, name_id, display_name, developer_group_id, create_ts, revision';

export function createGameStore({ sql }: Database) {
  const one = sql.prepare(`SELECT ${GAME} FROM games WHERE game_id = ?`);
  const all = sql.prepare(`SELECT ${GAME} FROM games ORDER BY create_ts, game_id`);
  const newest = sql.prepare('SELECT max(revision) AS revision FROM games');
  const nameTaken = sql.prepare('SELECT 1 FROM games WHERE name_id = ?');
  const insertGame = sql.prepare(`INSERT INTO games (${GAME}) VALUES (?, ?, ?, ?, ?, ?)`);
  const versions = sql.prepare(
    'SELECT version_id, game_id, display_name, create_ts FROM versions WHERE game_id = ? ORDER BY create_ts, version_id',
  );
  const insertVersion = sql.prepare(
    'INSERT INTO versions (version_id, game_id, display_name, create_ts) VALUES (?, ?, ?, ?)',
  );
  const NAMESPACE = 'namespace_id, game_id, name_id, display_name, create_ts, version_id';
  const namespaces = sql.prepare(
    `SELECT ${NAMESPACE} FROM namespaces WHERE game_id = ? ORDER BY display_name, namespace_id`,
  );
  const insertNamespace = sql.prepare(`INSERT INTO namespaces (${NAMESPACE}) VALUES (?, ?, ?, ?, ?, ?)`);
  return {
    game: (gameId: string) => asRecord<GameRecord>(one.get(gameId)),
    games: () => all.all().map((row) => row as GameRecord),
    newestRevision: () => Number(newest.get()?.['revision'] ?? 0),
    isNameTaken: (nameId: string) => nameTaken.get(nameId) !== undefined,
    insertGame: (g: GameRecord) =>
      void insertGame.run(g.game_id, g.name_id, g.display_name, g.developer_group_id, g.create_ts, g.revision),
    versions: (gameId: string) => versions.all(gameId).map((row) => row as VersionRecord),
    insertVersion: (v: VersionRecord) =>
      void insertVersion.run(v.version_id, v.game_id, v.display_name, v.create_ts),
    namespaces: (gameId: string) => namespaces.all(gameId).map((row) => row as NamespaceRecord),
    insertNamespace: (n: NamespaceRecord) =>
      void insertNamespace.run(n.namespace_id, n.game_id, n.name_id, n.display_name, n.create_ts, n.version_id),
  };
}

/** The tables are STRICT and the columns named above, so a row has the record's shape: this is a parse point. */
function asRecord<T>(row: Record<string, unknown> | undefined): T | undefined {
  return row as T | undefined;
}
