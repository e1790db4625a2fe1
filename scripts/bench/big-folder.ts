// Makes a data folder with many games and one long history, with SQL in one transaction: over HTTP it would take an hour.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const MANY_GAMES = 10_000;
export const LONG_HISTORY = 1_000_000;

/** Where to measure: one game, its first namespace and two of its versions. */
export type Target = { game: string; namespace: string; versions: [string, string]; group: string };

/** Fills a folder that the service has made and let go of; `games` of them, and `history` switches of the first one. */
export function fillFolder(folder: string, games: number, history: number): Target {
  const sql = new DatabaseSync(path.join(folder, 'slipway.db'));
  try {
    sql.exec('PRAGMA synchronous = OFF; BEGIN');
    const group = String(sql.prepare('SELECT group_id FROM groups').get()?.['group_id']);
    const made = Array.from({ length: games }, (_, number) => insertGame(sql, group, number));
    const [first] = made;
    if (first === undefined) throw new Error('A folder to measure needs a game');
    insertHistory(sql, first, history);
    sql.exec('UPDATE revision SET value = value + 10; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    return first;
  } finally {
    sql.close();
  }
}

function insertGame(sql: DatabaseSync, group: string, number: number): Target {
  const game = randomUUID();
  const now = Date.now() - 1_000_000 + number;
  const versions: [string, string] = [randomUUID(), randomUUID()];
  sql
    .prepare(
      'INSERT INTO games (game_id, name_id, display_name, developer_group_id, create_ts, revision) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(game, `game-${number}`, `Game ${number}`, group, now, number + 2);
  const version = sql.prepare(
    'INSERT INTO versions (version_id, game_id, display_name, create_ts) VALUES (?, ?, ?, ?)',
  );
  for (const [place, id] of versions.entries()) version.run(id, game, `0.0.${place + 1}`, now + place);
  const namespace = sql.prepare(
    'INSERT INTO namespaces (namespace_id, game_id, name_id, display_name, create_ts, version_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const [prod, staging] = [randomUUID(), randomUUID()];
  namespace.run(prod, game, 'prod', 'Production', now, versions[0]);
  namespace.run(staging, game, 'staging', 'Staging', now, versions[0]);
  return { game, namespace: prod, versions, group };
}

function insertHistory(sql: DatabaseSync, { namespace, versions }: Target, count: number): void {
  sql
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO version_history (namespace_id, number, version_id, deploy_ts)
       SELECT ?, n, CASE n % 2 WHEN 0 THEN ? ELSE ? END, 1700000000000 + n FROM numbers WHERE n <= ?`,
    )
    .run(count, namespace, versions[0], versions[1], count);
}
