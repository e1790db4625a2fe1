// The limit on what all transfers send together: a bucket of bytes that fills at the configured rate. It can be turned at any
// time, and whoever waits feels it at once.
import type { Clock } from '../../platform/clock.ts';

/** What one line takes of it. */
export type BandwidthTurn = {
  /** Resolves when so many bytes may go out. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** The largest piece to send at once, so that a low limit flows evenly. */
  piece(most: number): number;
};

export type Bandwidth = {
  /** Lower ranks come first, as long as they have something to send. Each is for one line, which takes one piece after the other. */
  turnOf(rank: number): BandwidthTurn;
  limit(bytesPerSecond: number | undefined): void;
  /** The limit as it is now. */
  now(): number | undefined;
};

/** The bucket holds what flows in this time. */
const BURST_S = 0.1;
const SMALLEST_PIECE = 4_096;
/** Whoever lets others go first looks again so often. */
const GIVEN_WAY_MS = 10;

export function createBandwidth(clock: Clock): Bandwidth {
  let rate: number | undefined;
  let level = 0;
  let filledAt = clock.now();
  let turned = new AbortController();
  /** The ranks of those that wait. */
  const waiting = new Set<number>();

  /** A take may drive the level below nothing; the next one waits until that is made up for. */
  const fill = (perSecond: number) => {
    const now = clock.now();
    level = Math.min(perSecond * BURST_S, level + (Math.max(0, now - filledAt) / 1000) * perSecond);
    filledAt = now;
  };
  const isFirst = (rank: number) => [...waiting].every((other) => other >= rank);
  const wait = async (bytes: number, rank: number, signal: AbortSignal) => {
    for (;;) {
      const now = rate;
      if (now === undefined) return;
      fill(now);
      if (level > 0 && isFirst(rank)) {
        level -= bytes;
        return;
      }
      const ms = Math.max(isFirst(rank) ? 1 : GIVEN_WAY_MS, Math.ceil((-level / now) * 1000));
      await clock.sleep(ms, AbortSignal.any([signal, turned.signal])).catch(() => undefined);
      signal.throwIfAborted();
    }
  };
  const take = async (bytes: number, rank: number, signal: AbortSignal) => {
    if (rate === undefined) return;
    waiting.add(rank);
    await wait(bytes, rank, signal).finally(() => waiting.delete(rank));
  };
  const piece = (most: number) =>
    rate === undefined ? most : Math.min(most, Math.max(SMALLEST_PIECE, Math.floor(rate / 20)));
  return {
    turnOf: (rank) => ({ piece, take: (bytes, signal) => take(bytes, rank, signal) }),
    now: () => rate,
    limit: (bytesPerSecond) => {
      rate = bytesPerSecond;
      level = 0;
      filledAt = clock.now();
      turned.abort();
      turned = new AbortController();
    },
  };
}
