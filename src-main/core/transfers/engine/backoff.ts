// How long a transfer waits before it tries again: longer after each failure that may pass. All its requests and parts share
// one wait (send-parts.ts retries the parts). Without `patienceMs` there is no last try, but people see how many there were.
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { TransferTrouble } from '../../../../src-shared/transfers/bridge.ts';
import type { Clock } from '../../platform/clock.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

export type BackoffOptions = {
  clock: Clock;
  random: () => number;
  onTrouble(trouble: TransferTrouble | undefined): void;
  /** After this long without a success the next failure is final; without it there is no limit. */
  patienceMs?: number | undefined;
};

export type Backoff = ReturnType<typeof createBackoff>;

export function createBackoff({ clock, random, onTrouble, patienceMs }: BackoffOptions) {
  let tries = 0;
  const { times, look } = createTimes(clock);
  let woken = new AbortController();
  const waitUntil = (moment: number) => {
    times.nextTryAt = moment;
    woken.abort();
    woken = new AbortController();
  };
  return {
    /** Waits until a try may start, and answers when it does. */
    wait: async (signal: AbortSignal): Promise<number> => {
      for (let now = look(); now < times.nextTryAt; now = look()) {
        await clock.sleep(times.nextTryAt - now, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
        signal.throwIfAborted();
      }
      signal.throwIfAborted();
      return clock.now();
    },
    /** `triedAt` is what `wait` answered for the try. Tries that fail together count as one failure. */
    failed: (error: AppError, triedAt: number, retryAfterMs = 0): void => {
      const now = look();
      if (patienceMs !== undefined && now - times.lastGoodAt > patienceMs) throw error;
      const isOfSameBurst = tries > 0 && times.nextTryAt > now && triedAt < times.nextTryAt;
      if (!isOfSameBurst) tries += 1;
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20)) * (0.5 + random() / 2);
      times.requestedAt = Math.max(times.requestedAt, now + retryAfterMs);
      times.nextTryAt = Math.max(isOfSameBurst ? times.nextTryAt : now + waitMs, times.requestedAt);
      onTrouble({ problem: error.toBody(), tries, next_try_at: Math.round(times.nextTryAt) });
    },
    succeeded: (): void => {
      times.lastGoodAt = look();
      if (tries === 0) return;
      tries = 0;
      waitUntil(times.requestedAt);
      onTrouble(undefined);
    },
    /** The next try starts now, even if the instance asked for a longer wait. */
    endWait: () => {
      times.requestedAt = 0;
      waitUntil(0);
    },
  };
}

function createTimes(clock: Clock) {
  const times = {
    nextTryAt: 0,
    /** The instance asked for no requests before then. A success elsewhere does not change that. */
    requestedAt: 0,
    lastGoodAt: clock.now(),
  };
  let lookedAt = times.lastGoodAt;
  /** The time. When the clock is set back, all waits move with it, so that none becomes longer. */
  const look = (): number => {
    const now = clock.now();
    const back = Math.max(0, lookedAt - now);
    times.nextTryAt -= back;
    times.requestedAt -= back;
    times.lastGoodAt -= back;
    lookedAt = now;
    return now;
  };
  return { times, look };
}
