// Reads the rows of any table in a fixed order, and names one in words.
import type { SQLOutputValue } from 'node:sqlite';
import type { Database } from '../../platform/storage/database.ts';
import type { Table } from './tables.ts';

export type Row = Record<string, SQLOutputValue>;

/** All columns, so that one that should not be there is seen as well. */
export function rowsOf({ sql }: Database, table: Table): Iterable<Row> {
  return sql.prepare(`SELECT * FROM ${table.name} ORDER BY ${table.key.join(', ')}`).iterate();
}

export function keyOf(table: Table, row: Row): string {
  return table.key.map((column) => shown(row[column])).join('/');
}

/** A value from the records as a sentence shows it. */
export function shown(value: SQLOutputValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
