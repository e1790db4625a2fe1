// Notices that an instance has stopped answering although its connection stays open: a program that hangs, a machine that is gone
// without a word. Who waits for a change would learn of it only when that wait is over.
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, asAppError } from '../../../src-shared/errors/app-error.ts';

export type HeartbeatTimes = {
  /** So long nothing may come from it before it is asked. */
  silentMs: number;
  /** So long it may take to answer then. */
  answerMs: number;
};

/** So often it is asked within the time that it has to answer. */
const TRIES = 6;

type HeartbeatOptions = HeartbeatTimes & {
  /** Asks for any answer. */
  ask(signal: AbortSignal): Promise<unknown>;
  /** What is said where none came. */
  problem(): AppError;
};

export type Heartbeat = {
  /** Something came from it. */
  heard(): void;
  /** Runs what may wait for long, and ends it with the problem once no answer comes. */
  during<T>(signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T>;
};

export function createHeartbeat({ silentMs, answerMs, ask, problem }: HeartbeatOptions): Heartbeat {
  let heardAt = performance.now();
  const answers = async (signal: AbortSignal): Promise<boolean> => {
    const askedAt = performance.now();
    const either = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    while (!either.aborted) {
      try {
        await ask(either);
        return true;
      } catch (thrown) {
        // To say no is an answer as well.
        const { code } = asAppError(thrown);
        if (code !== 'CANCELLED' && code !== 'INSTANCE_UNREACHABLE') return true;
      }
      // A connection that was cut says nothing of the others, of which one may still bring what is waited for.
      await sleep(answerMs / TRIES, undefined, { signal: either }).catch(() => undefined);
    }
    return heardAt > askedAt;
  };
  const untilSilent = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const quietMs = performance.now() - heardAt;
      if (quietMs >= silentMs && !(await answers(signal))) return;
      const waitMs = quietMs >= silentMs ? silentMs : silentMs - quietMs;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    heard: () => {
      heardAt = performance.now();
    },
    during: async (signal, run) => {
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      let isSilent = false;
      const watch = async () => {
        await untilSilent(either);
        isSilent = !either.aborted;
        over.abort();
      };
      void watch();
      try {
        return await run(either);
      } catch (thrown) {
        throw isSilent ? problem() : thrown;
      } finally {
        over.abort();
      }
    },
  };
}
