// Whether a kept server that ended by itself is started again, and after how long. Pure.

/** So many rounds of restarts within this time are enough. */
export const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 3;
const FIRST_DELAY_MS = 1000;

type RestartDecision = { again: true; afterMs: number } | { again: false; endings: number };
type Kept = {
  /** How many servers the namespace keeps: all of them may end at once, which is one round. */
  count: number;
  windowMs?: number;
};

/** `endings` are the times at which servers of this namespace ended by themselves, the newest last. */
export function decideRestart(
  endings: readonly number[],
  now: number,
  { count, windowMs = WINDOW_MS }: Kept,
): RestartDecision {
  const recent = recentEndings(endings, now, windowMs).length;
  const rounds = Math.ceil(recent / Math.max(1, count));
  if (rounds > MOST_IN_WINDOW) return { again: false, endings: recent };
  return { again: true, afterMs: rounds <= 1 ? FIRST_DELAY_MS : FIRST_DELAY_MS * 2 ** (rounds - 1) };
}

/** By a clock that was set back, what ended before that is to come: it counts no more. */
export function recentEndings(endings: readonly number[], now: number, windowMs: number): number[] {
  return endings.filter((at) => at <= now && now - at < windowMs);
}
