// Which lines of a log stand where. A log of millions of lines is rows by number, of which only those in sight are held. Pure.
import type { LogExtent } from '../../../../src-shared/servers/log.ts';
import { formatCount } from '../../../text/format-numbers.ts';
import { t } from '../../../text/t.ts';
import type { LogLevel } from './log-store.ts';

/** A browser draws no page that is higher than some thirty million pixels; what is older is found by search and by saving. */
const MOST_ROWS = 1_500_000;

/** The rows of the view: all numbers of a span, or some. */
export type LogRows = { first: number; count: number; numbers: readonly number[] | undefined };

type Known = {
  extent: LogExtent | undefined;
  level: LogLevel;
  warns: readonly number[];
  errors: readonly number[];
  pausedAt: number | undefined;
};

/** The rows that are shown. */
export function logRows({ extent, level, warns, errors, pausedAt }: Known): LogRows {
  if (extent === undefined) return { first: 1, count: 0, numbers: undefined };
  const last = Math.min(extent.last, pausedAt ?? extent.last);
  const first = Math.max(extent.first, last - MOST_ROWS + 1);
  if (level === 'all') return { first, count: Math.max(0, last - first + 1), numbers: undefined };
  const chosen = (level === 'warn' ? warns : errors).filter((number) => number >= first && number <= last);
  return { first, count: chosen.length, numbers: chosen };
}

/** The number of the line at a row. */
export function lineAt({ first, numbers }: LogRows, row: number): number {
  return numbers === undefined ? first + row : (numbers[row] ?? first);
}

/** The row of a line, or of the next one that is shown. */
export function rowOf({ first, count, numbers }: LogRows, line: number): number {
  if (numbers === undefined) return Math.min(Math.max(0, line - first), Math.max(0, count - 1));
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, numbers.length - 1));
}

/** Numbers that are in order with new ones that may be known already. */
export function withNumbers(known: readonly number[], more: readonly number[]): readonly number[] {
  const last = known.at(-1) ?? 0;
  const fresh = more.filter((number) => number > last);
  return fresh.length === 0 ? known : [...known, ...fresh];
}

type Searched = { text: string; hits: readonly number[]; at: number; isBusy: boolean; note?: string | undefined };

/** Whether nothing was looked for, as the pattern is none. */
export function isRefused({ isBusy, hits, note }: Pick<Searched, 'isBusy' | 'hits' | 'note'>): boolean {
  return !isBusy && hits.length === 0 && note !== undefined;
}

/** "3 of 41", as people read it beside the search. What was not looked for is not said to be missing. */
export function formatSearch(search: Searched): string {
  if (search.text === '' || isRefused(search)) return '';
  if (search.hits.length === 0) return search.isBusy ? t('Searching') : t('Nothing found');
  const more = search.isBusy ? '+' : '';
  const count = `${formatCount(search.hits.length)}${more}`;
  return t('{at} of {count}', { at: formatCount(search.at + 1), count });
}
