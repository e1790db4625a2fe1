// A token bucket: says when bytes have passed a line of a given width. Times are milliseconds of any one clock.

export type TokenBucket = {
  /** How long what was let in already still takes to pass. */
  backlogMs(now: number): number;
  /** Lets the bytes in; answers when they have passed. */
  passesAt(now: number, bytes: number): number;
};

/** A line that was idle lets this much pass at once. */
const BURST_MS = 20;
const LEAST_BURST_BYTES = 1_500;

export function createTokenBucket(bitsPerSecond: number): TokenBucket {
  const bytesPerMs = bitsPerSecond / 8_000;
  const depth = Math.max(bytesPerMs * BURST_MS, LEAST_BURST_BYTES);
  let tokens = depth;
  let filledAt = Number.NEGATIVE_INFINITY;
  const fill = (now: number) => {
    if (now > filledAt) tokens = Math.min(depth, tokens + (now - filledAt) * bytesPerMs);
    filledAt = Math.max(filledAt, now);
  };
  const debtMs = () => Math.max(0, -tokens / bytesPerMs);
  return {
    backlogMs: (now) => {
      fill(now);
      return debtMs();
    },
    passesAt: (now, bytes) => {
      fill(now);
      tokens -= bytes;
      return now + debtMs();
    },
  };
}
