// A row of the records as plain JSON that people can read, and back: times as dates, digests as hex, JSON as itself.
import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { jsonColumns } from './json-columns.ts';
import type { Row } from './rows.ts';
import type { Table } from './tables.ts';

const plainRow = z.record(z.string(), z.unknown());
export const plainRows = z.array(plainRow);
export type PlainRow = z.infer<typeof plainRow>;

export function columnsOf(table: Table): string[] {
  return Object.keys(table.row.shape);
}

export function toPlain(table: Table, row: Row): PlainRow {
  return Object.fromEntries(columnsOf(table).map((column) => [column, plainValue(column, row[column])]));
}

/** What does not fit becomes `undefined`, which no row may have; the shape check then names the column. */
export function fromPlain(table: Table, plain: PlainRow): Record<string, SQLInputValue | undefined> {
  return Object.fromEntries(columnsOf(table).map((column) => [column, storedValue(column, plain[column])]));
}

function plainValue(column: string, value: Row[string] | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (column in jsonColumns) return JSON.parse(String(value));
  return column.endsWith('_ts') ? new Date(Number(value)).toISOString() : value;
}

function storedValue(column: string, value: unknown): SQLInputValue | undefined {
  if (value === null) return null;
  if (column in jsonColumns) return JSON.stringify(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (column === 'digest') return Buffer.from(value, 'hex');
  return column.endsWith('_ts') ? Date.parse(value) : value;
}
