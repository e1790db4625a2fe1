// The time as transfers see it, so that tests can turn it.
import { setTimeout as wait } from 'node:timers/promises';

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Throws the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    signal.throwIfAborted();
    await wait(ms, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  },
};
