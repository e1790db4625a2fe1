// Which line stands at which row of a log.
import { expect, test } from 'vitest';
import {
  formatSearch,
  lineAt,
  logRows,
  rowOf,
  withNumbers,
} from '../../../../../src-renderer/features/servers/log/log-selectors.ts';

const extent = { first: 101, last: 1_100, count: 1_000, dropped: 100 };
const known = { extent, level: 'all', warns: [50, 200, 300], errors: [250], pausedAt: undefined } as const;

test('rows are the numbers of the log that are left', () => {
  const rows = logRows(known);
  expect(rows.count).toBe(1_000);
  expect([lineAt(rows, 0), lineAt(rows, 999)]).toEqual([101, 1_100]);
  expect([rowOf(rows, 101), rowOf(rows, 1_100), rowOf(rows, 5)]).toEqual([0, 999, 0]);
});

test('a level shows only its lines, and those that are gone not', () => {
  const rows = logRows({ ...known, level: 'warn' });
  expect(rows.numbers).toEqual([200, 300]);
  expect([lineAt(rows, 1), rowOf(rows, 201), rowOf(rows, 999)]).toEqual([300, 1, 1]);
});

test('a pause ends the rows where it began', () => {
  expect(logRows({ ...known, pausedAt: 600 }).count).toBe(500);
});

test('a log of a hundred million lines has as many rows as a browser can draw', () => {
  const rows = logRows({ ...known, extent: { first: 1, last: 1e8, count: 1e8, dropped: 0 } });
  expect(rows.count * 18).toBeLessThan(33_000_000);
  expect(lineAt(rows, rows.count - 1)).toBe(1e8);
});

test('numbers that are known already are not taken twice', () => {
  expect(withNumbers([1, 5], [5, 5, 7])).toEqual([1, 5, 7]);
  const same = [1, 5];
  expect(withNumbers(same, [2])).toBe(same);
});

test('says where a search is', () => {
  const search = { text: 'reef', hits: [1, 2, 3], at: 2, isBusy: false };
  expect(formatSearch(search)).toBe('3 of 3');
  expect(formatSearch({ ...search, isBusy: true })).toBe('3 of 3+');
  expect(formatSearch({ ...search, hits: [] })).toBe('Nothing found');
  expect(formatSearch({ ...search, text: '' })).toBe('');
});
