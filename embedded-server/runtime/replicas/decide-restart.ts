// Whether a kept server that ended by itself is started again, and after how long, and whether crashes are a loop. Pure.

/** So many restarts within this time are enough. */
export const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 3;
const FIRST_DELAY_MS = 1000;

/** `wasReached`: whether it could be joined. */
export type KeptEnding = { at: number; wasReached: boolean };
type Kept = {
  /** How many servers the namespace keeps. */
  count: number;
  windowMs?: number;
};
type RestartDecision = { again: true; afterMs: number } | { again: false; endings: number };

/** `endings` are those of servers of this namespace that ended by themselves, the newest last. */
export function decideRestart(
  endings: readonly KeptEnding[],
  now: number,
  { count, windowMs = WINDOW_MS }: Kept,
): RestartDecision {
  const recent = recentEndings(endings, now, windowMs);
  const tries = triesOf(recent, count);
  if (tries > MOST_IN_WINDOW) return { again: false, endings: recent.length };
  return { again: true, afterMs: tries <= 1 ? FIRST_DELAY_MS : FIRST_DELAY_MS * 2 ** (tries - 1) };
}

/**
 * As many as there are restarts: one fewer than it is given up for. What takes twenty seconds to crash is never given up, and is no version
 * to go back to all the same.
 */
export function isCrashLoop(crashes: readonly KeptEnding[], now: number, count: number): boolean {
  return triesOf(recentEndings(crashes, now, WINDOW_MS), count) >= MOST_IN_WINDOW;
}

/**
 * As many that could be joined as the namespace keeps count as one: they may all lose the same thing at once. One that never could counts
 * in full, as its build is hardly going to start.
 */
function triesOf(endings: readonly KeptEnding[], count: number): number {
  const reached = endings.filter(({ wasReached }) => wasReached).length;
  return endings.length - reached + Math.ceil(reached / Math.max(1, count));
}

/** By a clock that was set back, what ended before that is to come: it counts no more. */
export function recentEndings(endings: readonly KeptEnding[], now: number, windowMs: number): KeptEnding[] {
  return endings.filter(({ at }) => at <= now && now - at < windowMs);
}
