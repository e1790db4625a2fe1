// How many players there were when: rows of the player log made into steps, and steps into the few points that a chart needs.
// What was not watched stays not known. Pure.
import type { TimelinePoint } from '../../../src-shared/namespaces/timeline.ts';

/** The player count of a namespace from a moment on; with an empty `namespace_id` that of the whole game. Null is unknown. */
export type CountRow = { at: number; namespace_id: string; players: number | null };
/** A time in which the counts were watched, with what changed in it. */
export type WatchedSpan = { from: number; to: number; rows: readonly CountRow[] };
/** So many players from one moment to another. Null: not known. */
export type PlayerStep = { from: number; to: number; players: number | null };

type Range = { from: number; to: number };

/** A chart of a lane has no room for more. */
const STRETCHES = 150;

/**
 * The steps between `from` and `to`, without holes. Nobody in the whole game is nobody in each of its namespaces; of a game with
 * one namespace the game's count is that one's, which is all there is where servers are not listed.
 */
export function stepsOf(spans: readonly WatchedSpan[], { from, to }: Range, isOnly: boolean): PlayerStep[] {
  const steps: PlayerStep[] = [];
  let reached = from;
  const until = (end: number, players: number | null) => {
    const last = steps.at(-1);
    const stop = Math.min(end, to);
    if (stop <= reached) return;
    if (last !== undefined && last.players === players) last.to = stop;
    else steps.push({ from: reached, to: stop, players });
    reached = stop;
  };
  for (const span of spans) {
    until(span.from, null);
    let total: number | null = null;
    let own: number | null = null;
    const players = () => (total === 0 || isOnly ? total : total === null ? null : own);
    for (const row of span.rows) {
      until(Math.min(row.at, span.to), players());
      if (row.namespace_id === '') total = row.players;
      else own = row.players;
    }
    until(span.to, players());
  }
  until(to, null);
  return steps;
}

/** At most some hundred points: the most of each stretch of time, and null where a whole stretch is not known. */
export function pointsOf(steps: readonly PlayerStep[], range: Range): TimelinePoint[] {
  const points: TimelinePoint[] = [];
  let before: Stretch = { most: null, from: range.from, to: range.from };
  for (const stretch of stretchesOf(steps, range)) {
    addStretch(points, stretch, before);
    before = stretch;
  }
  // The line ends at what is now, not at the most of the last stretch.
  const now = steps.at(-1);
  if (now !== undefined) add(points, range.to, now.players);
  return points;
}

/** What is known begins and ends when it did, not where a stretch does. */
function addStretch(points: TimelinePoint[], { most, from, to }: Stretch, before: Stretch): void {
  if (points.length === 0) add(points, before.from, from === before.from ? most : null);
  if (most !== null && before.most === null) add(points, from, most);
  if (most === null && before.most !== null) add(points, before.to, before.most);
  add(points, (from + to) / 2, most);
}

/** The most players of a part of the time, and from when to when of it they are known. */
type Stretch = { most: number | null; from: number; to: number };

function stretchesOf(steps: readonly PlayerStep[], { from, to }: Range): Stretch[] {
  const width = (to - from) / STRETCHES;
  let index = 0;
  return Array.from({ length: STRETCHES }, (_, at) => {
    const start = from + at * width;
    while (index < steps.length - 1 && (steps[index]?.to ?? 0) <= start) index += 1;
    return stretchOf(steps, index, { from: start, to: start + width });
  });
}

/** Of a run of equal ones the first and the last are enough. */
function add(points: TimelinePoint[], at: number, players: number | null): void {
  const [before, last] = points.slice(-2);
  if (last !== undefined && before?.players === players && last.players === players) last.at = Math.round(at);
  else points.push({ at: Math.round(at), players });
}

function stretchOf(steps: readonly PlayerStep[], first: number, range: Range): Stretch {
  const known: (Range & { players: number })[] = [];
  for (let at = first; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined || step.from >= range.to) break;
    if (step.players !== null) known.push({ ...step, players: step.players });
  }
  const [oldest] = known;
  const newest = known.at(-1);
  if (oldest === undefined || newest === undefined) return { most: null, ...range };
  const most = Math.max(...known.map(({ players }) => players));
  return { most, from: Math.max(range.from, oldest.from), to: Math.min(range.to, newest.to) };
}

/** The most players between two moments; undefined where nothing is known. */
export function peakOf(steps: readonly PlayerStep[], { from, to }: Range): number | undefined {
  const known = steps.filter((step) => step.players !== null && step.from < to && step.to > from);
  return known.length === 0 ? undefined : Math.max(...known.map(({ players }) => players ?? 0));
}
