// When a transfer may try again: failures that pass close the gate for a while, longer each time, and everybody who sends
// for this transfer waits at it. Retries have no end, but they are seen.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { TransferTrouble } from '../../../src-shared/transfers/bridge.ts';
import type { Clock } from './clock.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

export type GateOptions = {
  clock: Clock;
  random: () => number;
  onTrouble(trouble: TransferTrouble | undefined): void;
  /** Who can not wait for ever gives up after so long without a success. */
  patienceMs?: number | undefined;
};

export type Gate = ReturnType<typeof createGate>;

export function createGate({ clock, random, onTrouble, patienceMs }: GateOptions) {
  let tries = 0;
  let openAt = 0;
  /** Until then the other side wants to be left alone, whatever else goes well. */
  let wishedAt = 0;
  let lastGoodAt = clock.now();
  let woken = new AbortController();
  const openFrom = (moment: number) => {
    openAt = moment;
    woken.abort();
    woken = new AbortController();
  };
  return {
    /** Waits until the gate is open; answers when that was. */
    pass: async (signal: AbortSignal): Promise<number> => {
      while (openAt > clock.now()) {
        await clock.sleep(openAt - clock.now(), AbortSignal.any([signal, woken.signal])).catch(() => undefined);
        signal.throwIfAborted();
      }
      signal.throwIfAborted();
      return clock.now();
    },
    /** `passedAt` is when the try passed here. Tries that fail together are one failure. */
    failed: (error: AppError, passedAt: number, retryAfterMs = 0): void => {
      const now = clock.now();
      if (patienceMs !== undefined && now - lastGoodAt > patienceMs) throw error;
      const isOfSameBurst = tries > 0 && openAt > now && passedAt < openAt;
      if (!isOfSameBurst) tries += 1;
      const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20)) * (0.5 + random() / 2);
      wishedAt = Math.max(wishedAt, now + retryAfterMs);
      openAt = Math.max(isOfSameBurst ? openAt : now + backOff, wishedAt);
      onTrouble({ problem: error.toBody(), tries, next_try_at: Math.round(openAt) });
    },
    succeeded: (): void => {
      lastGoodAt = clock.now();
      if (tries === 0) return;
      tries = 0;
      openFrom(wishedAt);
      onTrouble(undefined);
    },
    /** Tries now, whatever the other side wished. */
    wake: () => {
      wishedAt = 0;
      openFrom(0);
    },
  };
}
