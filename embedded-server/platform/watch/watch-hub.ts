// Lets callers wait until something changes. Nothing is stored here: the revision in the records is the truth. Ten
// thousand may wait at once, so a waiter is one small object and all of them share one timer.

import { createWaiters, type GoneSignal, type Round } from './waiters.ts';

/** How long a caller waits at most before it gets the same data again. */
const WATCH_MS = 40_000;

export type WatchHub = {
  /** Resolves with a round at the next change of `key`; without one after 40 s, when the caller goes away or at the end. */
  changed(key: string, signal: GoneSignal): Promise<Round | undefined>;
  wake(...keys: string[]): void;
  waiting(): number;
  /** Answers everyone at once, and everyone who comes later. */
  close(): void;
};

export function createWatchHub({ waitMs = WATCH_MS }: { waitMs?: number } = {}): WatchHub {
  const waiters = createWaiters(waitMs);
  let closed = false;
  return {
    changed: (key, signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) resolve(undefined);
        else waiters.add({ key, signal, resolve });
      }),
    wake: (...keys) => {
      for (const key of keys) waiters.finish(key, new Map());
    },
    waiting: waiters.count,
    close: () => {
      closed = true;
      waiters.finishAll();
    },
  };
}
