// The limit on what all transfers send together: a bucket of bytes that fills at the configured rate. It can be turned at any
// time, and whoever waits feels it at once.
import type { Clock } from '../../platform/clock.ts';

export type Bandwidth = {
  /** Resolves when so many bytes may go out. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** The largest piece to send at once, so that a low limit flows evenly. */
  piece(most: number): number;
  limit(bytesPerSecond: number | undefined): void;
};

/** The bucket holds what flows in this time. */
const BURST_S = 0.1;
const SMALLEST_PIECE = 4_096;

export function createBandwidth(clock: Clock): Bandwidth {
  let rate: number | undefined;
  let level = 0;
  let filledAt = clock.now();
  let turned = new AbortController();

  /** A take may drive the level below nothing; the next one waits until that is made up for. */
  const fill = (perSecond: number) => {
    const now = clock.now();
    level = Math.min(perSecond * BURST_S, level + (Math.max(0, now - filledAt) / 1000) * perSecond);
    filledAt = now;
  };
  return {
    take: async (bytes, signal) => {
      for (;;) {
        const now = rate;
        if (now === undefined) return;
        fill(now);
        if (level > 0) {
          level -= bytes;
          return;
        }
        const ms = Math.max(1, Math.ceil((-level / now) * 1000));
        await clock.sleep(ms, AbortSignal.any([signal, turned.signal])).catch(() => undefined);
        signal.throwIfAborted();
      }
    },
    piece: (most) => (rate === undefined ? most : Math.min(most, Math.max(SMALLEST_PIECE, Math.floor(rate / 20)))),
    limit: (bytesPerSecond) => {
      rate = bytesPerSecond;
      level = 0;
      filledAt = clock.now();
      turned.abort();
      turned = new AbortController();
    },
  };
}
