// SQL statements with the type of their rows. The tables are STRICT, so a row has the shape that its columns name.
import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

export type Query<R> = { one(...values: SQLInputValue[]): R | undefined; all(...values: SQLInputValue[]): R[] };

/** A statement that reads rows of type R; its column names are R's keys. */
export function query<R>({ sql }: Database, text: string): Query<R> {
  const statement = sql.prepare(text);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where rows get their type
    one: (...values) => statement.get(...values) as R | undefined,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where rows get their type
    all: (...values) => statement.all(...values) as R[],
  };
}

/** A statement that writes. */
export function command({ sql }: Database, text: string): (...values: SQLInputValue[]) => void {
  const statement = sql.prepare(text);
  return (...values) => void statement.run(...values);
}
