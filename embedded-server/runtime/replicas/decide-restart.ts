// Whether a kept server that ended by itself is started again, and after how long. Pure.

/** So many restarts within this time are enough. */
export const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 3;
const FIRST_DELAY_MS = 1000;

type RestartDecision = { again: true; afterMs: number } | { again: false; endings: number };

/** `endings` are the times at which servers of this namespace ended by themselves, the newest last. */
export function decideRestart(endings: readonly number[], now: number, windowMs: number = WINDOW_MS): RestartDecision {
  const recent = recentEndings(endings, now, windowMs);
  if (recent.length > MOST_IN_WINDOW) return { again: false, endings: recent.length };
  return { again: true, afterMs: recent.length <= 1 ? FIRST_DELAY_MS : FIRST_DELAY_MS * 2 ** (recent.length - 1) };
}

/** By a clock that was set back, what ended before that is to come: it counts no more. */
export function recentEndings(endings: readonly number[], now: number, windowMs: number): number[] {
  return endings.filter((at) => at <= now && now - at < windowMs);
}
