// Which calls fit a filter, how they read, and how two answers differ. Pure.
import type { ActivityFilter, ActivityRow } from '../../../src-shared/activity/bridge.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { formatDecimal } from '../../text/format-numbers.ts';
import { t } from '../../text/t.ts';
import type { ActivityQuery } from './activity-store.ts';
import { hasFailed } from './fold-calls.ts';

/** The filter as the core takes it. */
export function filterOf(
  { instance_id, ofGame, method, failedOnly, text }: ActivityQuery,
  game_id: string,
): ActivityFilter {
  return {
    ...(instance_id === 'all' ? {} : { instance_id }),
    ...(ofGame ? { game_id } : {}),
    ...(method === 'all' ? {} : { method }),
    ...(failedOnly ? { failed_only: true } : {}),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}

/** Whether a call that comes in fits; the core answers pages by the same rules. */
export function fits(row: ActivityRow, filter: ActivityFilter): boolean {
  const { instance_id: instance, game_id: game, method, failed_only: failed, text } = filter;
  if (instance !== undefined && row.instance_id !== instance) return false;
  if (game !== undefined && !row.path.includes(game)) return false;
  if (method !== undefined && row.method !== method) return false;
  if (failed === true && !hasFailed(row)) return false;
  return text === undefined || `${row.method} ${row.path}`.toLowerCase().includes(text.toLowerCase());
}

/** The rows with what came in: known ones renewed in place, new ones on top. */
export function withNews(rows: readonly ActivityRow[], news: readonly ActivityRow[]): ActivityRow[] {
  const byId = new Map(news.map((row) => [row.id, row]));
  const kept = rows.map((row) => byId.get(row.id) ?? row);
  const known = new Set(rows.map(({ id }) => id));
  const added = news.filter(({ id }) => !known.has(id)).toSorted((a, b) => Number(b.id) - Number(a.id));
  return added.length === 0 ? kept : [...added, ...kept].toSorted((a, b) => Number(b.id) - Number(a.id));
}

/** The state of a call: its glyph and its word. */
export function callState({ status }: Pick<ActivityRow, 'status'>): { glyph: Glyph; words: string } {
  if (status === undefined) return { glyph: 'waiting', words: t('no answer') };
  if (status >= 500) return { glyph: 'crashed', words: String(status) };
  return status >= 400 ? { glyph: 'failed', words: String(status) } : { glyph: 'done', words: String(status) };
}

/** What reads of an address are about; undefined where its path says it best. */
export function aboutWhat({ path, is_watch: isWatch }: Pick<ActivityRow, 'path' | 'is_watch'>): string | undefined {
  const [place = ''] = path.split('?');
  const last = place.split('/').findLast((part) => !/^[0-9a-f-]{36}$/.test(part)) ?? '';
  const things: Readonly<Record<string, string | undefined>> = {
    games: t('games'),
    servers: t('servers'),
    builds: t('builds'),
    usage: t('usage'),
    log: t('the log'),
    'version-history': t('the history'),
  };
  const what = things[last];
  if (what === undefined) return undefined;
  return isWatch ? t('Watching {what}', { what }) : t('Reading {what}', { what });
}

/** The path with its ids shortened, so that what follows them is seen. */
export function shortPath(path: string): string {
  return path.replace(/([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{8}([0-9a-f]{4})/g, '$1…$2');
}

/** "12 ms", "1.2 s". */
export function formatTook(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${formatDecimal(ms / 1_000, 1)} s`;
}

/** JSON with a line for each field; other text as it is. */
export function prettyBody(text: string | undefined): string {
  if (text === undefined) return '';
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A line, and whether the other side lacks it. */
export type DiffLine = { text: string; isOnlyHere: boolean };

const MOST_LINES = 2_000;

/** Two texts line by line: what is in both in the same order is the same, the rest is only on one side. */
export function sideBySide(left: string, right: string): { left: DiffLine[]; right: DiffLine[] } {
  const a = left.split('\n').slice(0, MOST_LINES);
  const b = right.split('\n').slice(0, MOST_LINES);
  const common = commonLines(a, b);
  const leftCommon = new Set(common.map(([n]) => n));
  const rightCommon = new Set(common.map(([, n]) => n));
  return {
    left: a.map((text, n) => ({ text, isOnlyHere: !leftCommon.has(n) })),
    right: b.map((text, n) => ({ text, isOnlyHere: !rightCommon.has(n) })),
  };
}

/** The longest row of lines that both have in this order, as pairs of places. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const best = longestFrom(a, b);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (best(i + 1, j) >= best(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** How many lines both have in the same order from two places on. */
function longestFrom(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const counts = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => counts[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const same = a[i] === b[j] ? at(i + 1, j + 1) + 1 : 0;
      counts[i * width + j] = Math.max(same, at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
