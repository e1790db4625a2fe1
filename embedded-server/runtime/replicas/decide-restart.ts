// Whether a kept server that ended by itself is started again, and after how long. Pure.

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

/**
 * `endings` are those of servers of this namespace that ended by themselves, the newest last. As many that could be joined as it keeps
 * count as one: they may all lose the same thing at once. One that never could counts in full, as its build is hardly going to start.
 */
export function decideRestart(
  endings: readonly KeptEnding[],
  now: number,
  { count, windowMs = WINDOW_MS }: Kept,
): RestartDecision {
  const recent = recentEndings(endings, now, windowMs);
  const reached = recent.filter(({ wasReached }) => wasReached).length;
  const tries = recent.length - reached + Math.ceil(reached / Math.max(1, count));
  if (tries > MOST_IN_WINDOW) return { again: false, endings: recent.length };
  return { again: true, afterMs: tries <= 1 ? FIRST_DELAY_MS : FIRST_DELAY_MS * 2 ** (tries - 1) };
}

/** By a clock that was set back, what ended before that is to come: it counts no more. */
export function recentEndings(endings: readonly KeptEnding[], now: number, windowMs: number): KeptEnding[] {
  return endings.filter(({ at }) => at <= now && now - at < windowMs);
}
