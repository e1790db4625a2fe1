// The one counter behind every watch index. It only grows, and it moves in the same transaction as what it stands for.
import type { Database } from './database.ts';

export type Revision = {
  /** The next number. Call it inside the change that it belongs to. */
  next(): number;
};

export function createRevision(database: Database): Revision {
  const statement = database.sql.prepare('UPDATE revision SET value = value + 1 RETURNING value');
  return { next: () => Number(statement.get()?.['value']) };
}
