// When a transfer may try again: failures that pass close the gate for a while, longer each time, and everybody who sends
// for this transfer waits at it. Retries have no end, but they are seen.
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { TransferTrouble } from '../../../../src-shared/transfers/bridge.ts';
import type { Clock } from '../../platform/clock.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

export type GateOptions = {
  clock: Clock;
  random: () => number;
  onTrouble(trouble: TransferTrouble | undefined): void;
  /** Who cannot wait for ever gives up after so long without a success. */
  patienceMs?: number | undefined;
};

export type Gate = ReturnType<typeof createGate>;

export function createGate({ clock, random, onTrouble, patienceMs }: GateOptions) {
  let tries = 0;
  const { times, look } = createTimes(clock);
  let woken = new AbortController();
  const openFrom = (moment: number) => {
    times.openAt = moment;
    woken.abort();
    woken = new AbortController();
  };
  return {
    /** Waits until the gate is open; answers when that was. */
    pass: async (signal: AbortSignal): Promise<number> => {
      for (let now = look(); now < times.openAt; now = look()) {
        await clock.sleep(times.openAt - now, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
        signal.throwIfAborted();
      }
      signal.throwIfAborted();
      return clock.now();
    },
    /** `passedAt` is when the try passed here. Tries that fail together are one failure. */
    failed: (error: AppError, passedAt: number, retryAfterMs = 0): void => {
      const now = look();
      if (patienceMs !== undefined && now - times.lastGoodAt > patienceMs) throw error;
      const isOfSameBurst = tries > 0 && times.openAt > now && passedAt < times.openAt;
      if (!isOfSameBurst) tries += 1;
      const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20)) * (0.5 + random() / 2);
      times.requestedAt = Math.max(times.requestedAt, now + retryAfterMs);
      times.openAt = Math.max(isOfSameBurst ? times.openAt : now + backOff, times.requestedAt);
      onTrouble({ problem: error.toBody(), tries, next_try_at: Math.round(times.openAt) });
    },
    succeeded: (): void => {
      times.lastGoodAt = look();
      if (tries === 0) return;
      tries = 0;
      openFrom(times.requestedAt);
      onTrouble(undefined);
    },
    /** Tries now, whatever the other side asked for. */
    wake: () => {
      times.requestedAt = 0;
      openFrom(0);
    },
  };
}

function createTimes(clock: Clock) {
  const times = {
    openAt: 0,
    /** Until then the other side wants to be left alone, whatever else goes well. */
    requestedAt: 0,
    lastGoodAt: clock.now(),
  };
  let lookedAt = times.lastGoodAt;
  /** The time. A clock that was set back makes no wait longer: what is to come moves with it. */
  const look = (): number => {
    const now = clock.now();
    const back = Math.max(0, lookedAt - now);
    times.openAt -= back;
    times.requestedAt -= back;
    times.lastGoodAt -= back;
    lookedAt = now;
    return now;
  };
  return { times, look };
}
