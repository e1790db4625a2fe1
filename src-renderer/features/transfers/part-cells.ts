// What a part map shows: which parts each cell stands for, what is said of it, and what is said of the whole. Pure.

import type { Message } from '../../../src-shared/text/message.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';
import { type PartKind, type PartMap, spreadRuns } from '../../../src-shared/transfers/part-map.ts';
import { plural, t, translate, words } from '../../text/t.ts';
import { formatCount, formatSize } from '../../ui/format.ts';

/** A cell: the parts from `first` on, how the least advanced of them stands, and its level where it has one. */
export type Cell = { first: number; count: number; kind: PartKind; level: number };

/** The map laid out for the room there is. */
export type Layout = { cells: Cell[]; rows: 1 | 2; isFine: boolean };

const FINE_FROM = 96;
const TWO_ROWS_FROM = 240;
const MOST_CELLS = 1_000;
const NARROWEST_PX = 3;

/** From what wants to be seen first to what is done. */
const order: readonly PartKind[] = [
  'refused',
  'queued',
  'held',
  'sent_again',
  'in_flight',
  'stored',
  'reused',
  'verified',
];

/** Lays the parts out: in one row or two, several parts to a cell where even two rows have no room for each. */
export function layOut(map: PartMap, width: number, isCompact = false): Layout {
  const kinds = spreadRuns(map.kinds);
  const gap = isCompact ? 1 : kinds.length > FINE_FROM ? 1.5 : 2;
  const perRow = Math.max(1, Math.floor((width + gap) / (NARROWEST_PX + gap)));
  const rows = !isCompact && (kinds.length > TWO_ROWS_FROM || kinds.length > perRow) ? 2 : 1;
  const size = Math.max(1, Math.ceil(kinds.length / Math.min(MOST_CELLS, perRow * rows)));
  const cells: Cell[] = [];
  for (let at = 0; at < kinds.length; at += size) cells.push(cellOf(map, kinds, at, Math.min(size, kinds.length - at)));
  return { cells, rows, isFine: cells.length > FINE_FROM || rows === 2 };
}

function cellOf({ levels }: PartMap, kinds: readonly PartKind[], at: number, count: number): Cell {
  let least = at;
  for (let n = at + 1; n < at + count; n += 1) if (rankOf(kinds[n]) < rankOf(kinds[least])) least = n;
  return { first: at + 1, count, kind: kinds[least] ?? 'queued', level: levels[String(least + 1)] ?? 0 };
}

function rankOf(kind: PartKind | undefined): number {
  return kind === undefined ? order.length : order.indexOf(kind);
}

/** "50 of 80 parts stored", with what stands out. */
export function formatMap(map: PartMap | undefined): string {
  const kinds = spreadRuns(map?.kinds ?? []);
  if (kinds.length === 0) return t('No parts yet');
  const count = (...wanted: PartKind[]) => kinds.filter((kind) => wanted.includes(kind)).length;
  const reused = count('reused');
  const there = count('stored', 'verified', 'reused');
  const all = kinds.length;
  if (reused > 0 && there === all) {
    const of = { reused: formatCount(reused), sent: formatCount(there - reused) };
    return plural(all, '{reused} of {n} part reused, {sent} sent', '{reused} of {n} parts reused, {sent} sent', of);
  }
  const of = { there: formatCount(there) };
  const label =
    count('verified', 'reused') === all
      ? plural(all, '{there} of {n} part verified', '{there} of {n} parts verified', of)
      : plural(all, '{there} of {n} part stored', '{there} of {n} parts stored', of);
  const refused = kinds.indexOf('refused');
  return refused === -1 ? label : t('{said}, part {refused} refused', { said: label, refused: refused + 1 });
}

/** What is said of a cell: "Part 49, 16 MiB, sent again: checksum mismatch". */
export function formatCell(map: PartMap, { first, count }: Cell): string {
  const last = first + count - 1;
  const bytes = lengthOf(map, first, last);
  const name = count === 1 ? t('Part {first}', { first }) : t('Parts {first} to {last}', { first, last });
  return `${name}, ${partSize(bytes)}, ${count === 1 ? formatPart(map, first) : formatMix(map, first, last)}`;
}

function formatMix(map: PartMap, first: number, last: number): string {
  const kinds = spreadRuns(map.kinds).slice(first - 1, last);
  const found = order.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [count === kinds.length ? formatKind[kind] : `${count} ${formatKind[kind]}`];
  });
  return found.join(', ');
}

const formatKind: Record<PartKind, string> = words({
  queued: 'queued',
  in_flight: 'in flight',
  stored: 'stored',
  verified: 'verified',
  sent_again: 'sent again',
  reused: 'reused',
  held: 'held',
  refused: 'refused',
});

function formatPart(map: PartMap, number: number): string {
  const kind = kindAt(map, number);
  const level = Math.round((map.levels[String(number)] ?? 0) * 100);
  const why = map.why[String(number)];
  if (why !== undefined && (kind === 'sent_again' || kind === 'refused'))
    return `${formatKind[kind]}: ${withoutStop(why)}`;
  if (why !== undefined && kind === 'verified')
    return t('verified, after it was sent again: {why}', { why: withoutStop(why) });
  return { ...formatKind, ...longer(level) }[kind];
}

/** Of a single part more can be said. */
function longer(level: number): Partial<Record<PartKind, string>> {
  return {
    in_flight: t('in flight, {level}%', { level }),
    held: t('held at {level}%', { level }),
    stored: t('stored, not verified yet'),
    reused: t('reused, no bytes sent'),
  };
}

function kindAt({ kinds }: PartMap, number: number): PartKind {
  let before = 0;
  for (const [kind, count] of kinds) {
    before += count;
    if (number <= before) return kind;
  }
  return 'queued';
}

const MISMATCH: Reason = 'transfer.checksum-mismatch';

/** What is said of the first part that is sent again and is not there yet, with why. */
export function formatSentAgain(map: PartMap | undefined): string | undefined {
  let number = 1;
  for (const [kind, count] of map?.kinds ?? []) {
    const why = map?.why[String(number)];
    if (kind === 'sent_again' && why !== undefined) {
      return why.reason === MISMATCH
        ? t('part {number} sent again after a checksum mismatch', { number })
        : t('part {number} sent again: {why}', { number, why: withoutStop(why) });
    }
    number += count;
  }
  return undefined;
}

function withoutStop(why: Message): string {
  return translate(why).replace(/\.$/, '');
}

function lengthOf({ lengths }: PartMap, first: number, last: number): number {
  let at = 1;
  let bytes = 0;
  for (const [length, count] of lengths) {
    const from = Math.max(first, at);
    const to = Math.min(last, at + count - 1);
    if (to >= from) bytes += (to - from + 1) * length;
    at += count;
  }
  return bytes;
}

/** Parts are cut in binary units, so whole ones are said in them. */
function partSize(bytes: number): string {
  return bytes > 0 && bytes % 1_048_576 === 0
    ? t('{bytes} MiB', { bytes: formatCount(bytes / 1_048_576) })
    : formatSize(bytes);
}
