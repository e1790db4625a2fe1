// Runs a change of a SQLite file as one transaction. The app uses this as well.
import type { DatabaseSync } from 'node:sqlite';

/** A change within a change is part of it. */
export function inTransaction<T>(sql: DatabaseSync, work: () => T): T {
  if (sql.isTransaction) return work();
  sql.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    sql.exec('COMMIT');
    return result;
  } catch (thrown) {
    if (sql.isTransaction) sql.exec('ROLLBACK');
    throw thrown;
  }
}
