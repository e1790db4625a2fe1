// How many players there were when: rows of the player log made into steps, and steps into the few points that a chart needs.
// What was not watched stays not known. Pure.
import type { TapePoint } from '../../../src-shared/namespaces/tape.ts';

/** The count of a namespace, or with an empty `namespaceId` that of its whole game, from a moment on. Null: not known. */
export type CountRow = { at: number; namespaceId: string; players: number | null };
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
      if (row.namespaceId === '') total = row.players;
      else own = row.players;
    }
    until(span.to, players());
  }
  until(to, null);
  return steps;
}

/** At most some hundred points: the most of each stretch of time, and null where a whole stretch is not known. */
export function pointsOf(steps: readonly PlayerStep[], { from, to }: Range): TapePoint[] {
  const width = (to - from) / STRETCHES;
  const points: TapePoint[] = [];
  let before: number | null = null;
  for (const [stretch, most] of mostOfEach(steps, from, width).entries()) {
    const start = from + stretch * width;
    // What is known reaches to the edges of what is not.
    if (stretch === 0 || (most === null) !== (before === null)) add(points, start, most ?? before);
    add(points, start + width / 2, most);
    before = most;
  }
  // The line ends at what is now, not at the most of the last stretch.
  const now = steps.at(-1);
  if (now !== undefined) add(points, to, now.players);
  return points;
}

function mostOfEach(steps: readonly PlayerStep[], from: number, width: number): (number | null)[] {
  let index = 0;
  return Array.from({ length: STRETCHES }, (_, stretch) => {
    const start = from + stretch * width;
    while (index < steps.length - 1 && (steps[index]?.to ?? 0) <= start) index += 1;
    return mostWithin(steps, index, start + width);
  });
}

/** Of a run of equal ones the first and the last are enough. */
function add(points: TapePoint[], at: number, players: number | null): void {
  const [before, last] = points.slice(-2);
  if (last !== undefined && before?.players === players && last.players === players) last.at = Math.round(at);
  else points.push({ at: Math.round(at), players });
}

function mostWithin(steps: readonly PlayerStep[], first: number, end: number): number | null {
  let most: number | null = null;
  for (let at = first; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined || step.from >= end) break;
    if (step.players !== null) most = Math.max(most ?? 0, step.players);
  }
  return most;
}

/** The most players between two moments; undefined where nothing is known. */
export function peakOf(steps: readonly PlayerStep[], { from, to }: Range): number | undefined {
  const known = steps.filter((step) => step.players !== null && step.from < to && step.to > from);
  return known.length === 0 ? undefined : Math.max(...known.map(({ players }) => players ?? 0));
}
