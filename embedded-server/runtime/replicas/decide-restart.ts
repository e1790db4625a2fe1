// Whether a kept server that ended by itself is started again, and after how long. Pure.

/** So many restarts within this time are enough. */
export const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 3;
const FIRST_DELAY_MS = 1000;
/** Three thirds are not quite one. */
const ROUNDING = 1e-6;

/** `counts`: as how many ends of one server it counts. */
export type KeptEnding = { at: number; counts: number };
type RestartDecision = { again: true; afterMs: number } | { again: false; endings: number };

/**
 * One that could be joined counts as its part of all that its namespace keeps: they may all lose the same thing at once. One that never
 * could counts in full, as its build is hardly going to start.
 */
export function countEnding(at: number, wasReached: boolean, kept: number): KeptEnding {
  return { at, counts: wasReached ? 1 / Math.max(1, kept) : 1 };
}

/** `endings` are those of servers of this namespace that ended by themselves, the newest last. */
export function decideRestart(
  endings: readonly KeptEnding[],
  now: number,
  windowMs: number = WINDOW_MS,
): RestartDecision {
  const recent = recentEndings(endings, now, windowMs);
  const count = Math.ceil(recent.reduce((sum, { counts }) => sum + counts, 0) - ROUNDING);
  if (count > MOST_IN_WINDOW) return { again: false, endings: recent.length };
  return { again: true, afterMs: count <= 1 ? FIRST_DELAY_MS : FIRST_DELAY_MS * 2 ** (count - 1) };
}

/** By a clock that was set back, what ended before that is to come: it counts no more. */
export function recentEndings(endings: readonly KeptEnding[], now: number, windowMs: number): KeptEnding[] {
  return endings.filter(({ at }) => at <= now && now - at < windowMs);
}
