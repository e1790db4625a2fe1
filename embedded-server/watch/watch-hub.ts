// Lets callers wait until something changes. Nothing is stored here: the revision in the records is the truth. Ten
// thousand may wait at once, so a waiter is one small object and all of them share one timer.

/** How long a caller waits at most before it gets the same data again. */
const WATCH_MS = 40_000;

/** As much of an AbortSignal as waiting needs: whether the caller went away, and to be told when it does. */
export type GoneSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** One change, as those see it who waited for it: what one of them has read is read for all. */
export type Round = Map<string, object>;

export type WatchHub = {
  /** Resolves with a round at the next change of `key`; without one after 40 s, when the caller goes away or at the end. */
  changed(key: string, signal: GoneSignal): Promise<Round | undefined>;
  wake(...keys: string[]): void;
  waiting(): number;
  /** Answers everyone at once, and everyone who comes later. */
  close(): void;
};

type Waiter = {
  readonly key: string;
  readonly deadline: number;
  readonly signal: GoneSignal;
  readonly resolve: (round: Round | undefined) => void;
  gone: () => void;
};

export function createWatchHub({ waitMs = WATCH_MS }: { waitMs?: number } = {}): WatchHub {
  const groups = new Map<string, Set<Waiter>>();
  // All wait equally long, so the order of arrival is the order of deadlines.
  const byAge = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const finish = (waiter: Waiter, round?: Round) => {
    if (!byAge.delete(waiter)) return;
    const group = groups.get(waiter.key);
    group?.delete(waiter);
    if (group?.size === 0) groups.delete(waiter.key);
    waiter.signal.removeEventListener('abort', waiter.gone);
    if (byAge.size === 0) clearTimeout(timer);
    waiter.resolve(round);
  };
  const expire = () => {
    const now = performance.now();
    for (const waiter of byAge) {
      if (waiter.deadline > now) {
        timer = setTimeout(expire, waiter.deadline - now);
        return;
      }
      finish(waiter);
    }
  };
  const add = (waiter: Waiter) => {
    if (byAge.size === 0) timer = setTimeout(expire, waitMs);
    byAge.add(waiter);
    const group = groups.get(waiter.key);
    if (group === undefined) groups.set(waiter.key, new Set([waiter]));
    else group.add(waiter);
    waiter.gone = () => finish(waiter);
    waiter.signal.addEventListener('abort', waiter.gone);
  };
  const wake = (key: string) => {
    const round: Round = new Map();
    for (const waiter of groups.get(key) ?? []) finish(waiter, round);
  };
  return {
    changed: (key, signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) resolve(undefined);
        else add({ key, deadline: performance.now() + waitMs, signal, resolve, gone: nobody });
      }),
    wake: (...keys) => {
      for (const key of keys) wake(key);
    },
    waiting: () => byAge.size,
    close: () => {
      closed = true;
      for (const waiter of byAge) finish(waiter);
    },
  };
}

const nobody = () => {};
