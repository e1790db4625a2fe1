// The parts of a transfer over time: where the bar of each try lies, and where nothing went out. Pure.
import { type PartKind, type PartMap, type PartTry, spreadRuns } from '../../../src-shared/transfers/part-map.ts';

/** Places are shares of the whole time, from 0 to 1. */
export type Bar = { kind: 'there' | 'kept' | 'held' | 'lost' | 'in_flight'; start: number; length: number };
export type TimeRow = { number: number; kind: PartKind; bytes: number; level: number; endedAt: number; bars: Bar[] };
export type OverTime = {
  from: number;
  to: number;
  rows: TimeRow[];
  /** The longest time in which nothing went out. */
  gap: { start: number; length: number; ms: number } | undefined;
  /** So often one was finished lately, in milliseconds. */
  everyMs: number | undefined;
};

/** A shorter one is the change from one part to the next. */
const LEAST_GAP_MS = 5_000;
/** What goes by faster is seen on the map. */
const LEAST_MS = 10_000;

/** Nothing as long as there is too little to see. */
export function overTime(map: PartMap, now: number): OverTime | undefined {
  const kinds = spreadRuns(map.kinds);
  const lengths = spreadRuns(map.lengths);
  const recent = (map.recent ?? []).map(({ number, tries }) => {
    const kind = kinds[number - 1] ?? 'queued';
    return { number, kind, tries: untilNow(tries, isMoving(kind) ? now : undefined) };
  });
  const tries = recent.flatMap((one) => one.tries);
  const from = Math.min(...tries.map((one) => one.from));
  const to = Math.max(...tries.map((one) => one.to));
  if (recent.length < 2 || to - from < LEAST_MS) return undefined;
  const shareOf = (ms: number) => ms / (to - from);
  const gap = longestGap(tries);
  return {
    from,
    to,
    rows: recent.map(({ number, kind, tries: own }) => ({
      number,
      kind,
      bytes: lengths[number - 1] ?? 0,
      level: map.levels[number] ?? 0,
      endedAt: own.at(-1)?.to ?? 0,
      bars: own.flatMap((one, at) =>
        barsOf(one, kind, at === own.length - 1).map(([bar, span]) => ({
          kind: bar,
          start: shareOf(span.from - from),
          length: shareOf(span.to - span.from),
        })),
      ),
    })),
    gap: gap && { start: shareOf(gap.from - from), length: shareOf(gap.to - gap.from), ms: gap.to - gap.from },
    everyMs: intervalOf(tries, gap?.to ?? from),
  };
}

function isMoving(kind: PartKind): boolean {
  return kind === 'in_flight' || kind === 'sent_again';
}

function untilNow(tries: readonly PartTry[], now: number | undefined): PartTry[] {
  return tries.map((one, at) =>
    now !== undefined && at === tries.length - 1 ? { ...one, to: Math.max(one.to, now) } : one,
  );
}

type Span = { from: number; to: number };

/** What the other side kept of a try is not lost; while the part is held, nobody knows how much that is. */
function barsOf(
  { is_there: isThere, kept_share: share, from, to }: PartTry,
  kind: PartKind,
  isLast: boolean,
): [Bar['kind'], Span][] {
  const whole = { from, to };
  if (isThere) return [['there', whole]];
  if (isLast && isMoving(kind)) return [['in_flight', whole]];
  if (share === undefined) return [[kind === 'held' ? 'held' : 'lost', whole]];
  const end = from + share * (to - from);
  const bars: [Bar['kind'], Span][] = [
    ['kept', { from, to: end }],
    ['lost', { from: end, to }],
  ];
  return bars.filter(([, span]) => span.to > span.from);
}

function longestGap(tries: readonly PartTry[]): { from: number; to: number } | undefined {
  let reached = Infinity;
  let longest: { from: number; to: number } | undefined;
  for (const { from, to } of tries.toSorted((a, b) => a.from - b.from)) {
    if (from - reached > Math.max(LEAST_GAP_MS, longest === undefined ? 0 : longest.to - longest.from)) {
      longest = { from: reached, to: from };
    }
    reached = reached === Infinity ? to : Math.max(reached, to);
  }
  return longest;
}

/** Between those that came to their end since then. */
function intervalOf(tries: readonly PartTry[], since: number): number | undefined {
  const ends = tries.filter(({ is_there: isThere, from }) => isThere && from >= since).map(({ to }) => to);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return ends.length < 2 || last === first ? undefined : (last - first) / (ends.length - 1);
}
