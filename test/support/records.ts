// Reads everything that a data folder has on record, to see that a request changed nothing. The service may be running.
import { DatabaseSync } from 'node:sqlite';
import { dataPaths } from '../../embedded-server/platform/storage/data-paths.ts';

/** All rows of all tables, as one text to compare. When a token was used last is left out: it is written a while after the use. */
export function readRecords(dataFolder: string): string {
  const sql = new DatabaseSync(dataPaths(dataFolder).database, { readOnly: true });
  try {
    const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const rows = tables.map(({ name }) => [name, sql.prepare(`SELECT * FROM "${String(name)}"`).all()]);
    return JSON.stringify(rows, (key, value: unknown) => (key === 'last_used_ts' ? undefined : value));
  } finally {
    sql.close();
  }
}

/** How many rows a table has. */
export function countRows(dataFolder: string, table: string): number {
  const sql = new DatabaseSync(dataPaths(dataFolder).database, { readOnly: true });
  try {
    return Number(sql.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.['n']);
  } finally {
    sql.close();
  }
}
