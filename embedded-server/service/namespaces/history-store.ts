// Which versions a namespace was switched to. Entries are numbered per namespace without gaps and only ever go as a whole,
// so an offset into them is a number to look up, however many there are.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type HistoryEntry = { namespace_id: string; version_id: string; deploy_ts: number };
export type HistoryStore = ReturnType<typeof createHistoryStore>;

export function createHistoryStore(db: Database) {
  const newest = query<{ number: number }>(
    db,
    'SELECT coalesce(max(number), 0) AS number FROM version_history WHERE namespace_id = ?',
  );
  const page = query<HistoryEntry>(
    db,
    `SELECT namespace_id, version_id, deploy_ts FROM version_history
     WHERE namespace_id = ? AND number <= ? ORDER BY number DESC LIMIT ?`,
  );
  const insert = command(
    db,
    'INSERT INTO version_history (namespace_id, number, version_id, deploy_ts) VALUES (?, ?, ?, ?)',
  );
  const newestNumber = (namespace_id: string) => newest.one(namespace_id)?.number ?? 0;
  return {
    /** Call it inside the change that it belongs to. */
    add: (entry: HistoryEntry) =>
      insert(entry.namespace_id, newestNumber(entry.namespace_id) + 1, entry.version_id, entry.deploy_ts),
    /** Newest first, `offset` of them left out. */
    page: (namespace_id: string, { offset, limit }: { offset: number; limit: number }) =>
      page.all(namespace_id, newestNumber(namespace_id) - offset, limit),
  };
}
