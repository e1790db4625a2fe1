// Lets callers wait until something changes. Nothing is stored here: the revision in the records is the truth.

/** How long a caller waits at most before it gets the same data again. */
const WATCH_MS = 40_000;

export type WatchHub = {
  /** Resolves at the next change of `key`, after 40 s, when the caller goes away, or when the service stops. */
  changed(key: string, signal: AbortSignal): Promise<void>;
  wake(...keys: string[]): void;
  waiting(): number;
  /** Answers everyone at once, and everyone who comes later. */
  close(): void;
};

export function createWatchHub(options: { waitMs?: number } = {}): WatchHub {
  const waiters = new Map<string, Set<() => void>>();
  let closed = false;
  const wake = (key: string) => {
    for (const done of waiters.get(key) ?? []) done();
  };
  return {
    changed: (key, signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) {
          resolve();
          return;
        }
        const group = waiters.get(key) ?? new Set();
        waiters.set(key, group);
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          group.delete(done);
          if (group.size === 0) waiters.delete(key);
          resolve();
        };
        const timer = setTimeout(done, options.waitMs ?? WATCH_MS);
        signal.addEventListener('abort', done, { once: true });
        group.add(done);
      }),
    wake: (...keys) => {
      for (const key of keys) wake(key);
    },
    waiting: () => [...waiters.values()].reduce((sum, group) => sum + group.size, 0),
    close: () => {
      closed = true;
      for (const key of waiters.keys()) wake(key);
    },
  };
}
