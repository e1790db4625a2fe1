// Which versions a namespace was switched to, by whom, and what became of each. Entries are numbered per namespace without gaps and
// only ever go as a whole, so an offset into them is a number to look up, however many there are.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

/** `set_number` is the number of what was set then, `origin` who switched, as JSON. */
export type NewEntry = {
  namespace_id: string;
  version_id: string;
  deploy_ts: number;
  set_number: number;
  origin: string;
};
/** What is null is not known: an older Slipway did not write it. */
export type HistoryEntry = Omit<NewEntry, 'set_number' | 'origin'> & {
  number: number;
  set_number: number | null;
  origin: string | null;
  rolled_back: number;
  ran_ms: number | null;
  crashes: number | null;
  looped: number | null;
  served: number | null;
  failed_starts: number | null;
};
export type HistoryStore = ReturnType<typeof createHistoryStore>;

const COLUMNS = `namespace_id, number, version_id, deploy_ts, set_number, origin, rolled_back, ran_ms, crashes, looped, served,
  failed_starts`;

export function createHistoryStore(db: Database) {
  const newest = query<{ number: number }>(
    db,
    'SELECT coalesce(max(number), 0) AS number FROM version_history WHERE namespace_id = ?',
  );
  const page = query<HistoryEntry>(
    db,
    `SELECT ${COLUMNS} FROM version_history WHERE namespace_id = ? AND number <= ? ORDER BY number DESC LIMIT ?`,
  );
  const one = query<HistoryEntry>(db, `SELECT ${COLUMNS} FROM version_history WHERE namespace_id = ? AND number = ?`);
  const insert = command(
    db,
    `INSERT INTO version_history (namespace_id, number, version_id, deploy_ts, set_number, origin,
     ran_ms, crashes, looped, served, failed_starts) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0)`,
  );
  const markRolledBack = command(
    db,
    'UPDATE version_history SET rolled_back = 1 WHERE namespace_id = ? AND number = ?',
  );
  const newestNumber = (namespace_id: string) => newest.one(namespace_id)?.number ?? 0;
  return {
    newestNumber,
    one: (namespace_id: string, number: number) => one.one(namespace_id, number),
    /** Call it inside the change that it belongs to. Answers its number. */
    add: (e: NewEntry): number => {
      const number = newestNumber(e.namespace_id) + 1;
      insert(e.namespace_id, number, e.version_id, e.deploy_ts, e.set_number, e.origin);
      return number;
    },
    markRolledBack: (namespace_id: string, number: number) => markRolledBack(namespace_id, number),
    /** Newest first, `offset` of them left out. */
    page: (namespace_id: string, { offset, limit }: { offset: number; limit: number }) =>
      page.all(namespace_id, newestNumber(namespace_id) - offset, limit),
    /** The switch that was the last one at a moment. Halved again and again: a history is in the order of its numbers. */
    at: (namespace_id: string, moment: number): HistoryEntry | undefined => {
      let found: HistoryEntry | undefined;
      let [low, high] = [1, newestNumber(namespace_id)];
      while (low <= high) {
        const middle = Math.floor((low + high) / 2);
        const entry = one.one(namespace_id, middle);
        if (entry !== undefined && entry.deploy_ts <= moment) {
          found = entry;
          low = middle + 1;
        } else high = middle - 1;
      }
      return found;
    },
  };
}
