// One piece of work that several wait for. Who gives up only stops waiting; the work is given up with the last of them.

export type SharedWork<Progress, Result> = {
  /** Starts the work of this key, or joins it. */
  join(key: string, waiter: Waiter<Progress>, start: Start<Progress, Result>): Promise<Result>;
  isUnderWay(key: string): boolean;
  /** Gives all up and resolves when none is left. */
  stop(reason: Error): Promise<void>;
};

export type Waiter<Progress> = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};
type Start<Progress, Result> = (signal: AbortSignal, tell: (progress: Progress) => void) => Promise<Result>;
type Work<Progress, Result> = {
  result: Promise<Result>;
  controller: AbortController;
  waiters: Set<Waiter<Progress>>;
};

export function createSharedWork<Progress, Result>(): SharedWork<Progress, Result> {
  const underWay = new Map<string, Work<Progress, Result>>();
  const begin = (key: string, start: Start<Progress, Result>) => {
    const controller = new AbortController();
    const waiters = new Set<Waiter<Progress>>();
    const tell = (progress: Progress) => {
      for (const waiter of waiters) waiter.onProgress?.(progress);
    };
    const work: Work<Progress, Result> = { controller, waiters, result: start(controller.signal, tell) };
    const forget = () => {
      if (underWay.get(key) === work) underWay.delete(key);
    };
    work.result.then(forget, forget);
    underWay.set(key, work);
    return work;
  };
  return {
    join: async (key, waiter, start) => {
      waiter.signal?.throwIfAborted();
      const work = underWay.get(key) ?? begin(key, start);
      work.waiters.add(waiter);
      try {
        return await orAborted(work.result, waiter.signal);
      } finally {
        work.waiters.delete(waiter);
        if (work.waiters.size === 0) {
          work.controller.abort(waiter.signal?.reason);
          if (underWay.get(key) === work) underWay.delete(key); // whoever comes now starts again
        }
      }
    },
    isUnderWay: (key) => underWay.has(key),
    stop: async (reason) => {
      const all = [...underWay.values()];
      for (const { controller } of all) controller.abort(reason);
      await Promise.allSettled(all.map(({ result }) => result));
    },
  };
}

function orAborted<Result>(result: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp, { once: true });
    result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', giveUp));
  });
}
