// Who waits for what, in the order they came. All wait equally long, so that is the order of their deadlines too, and
// one timer does for all of them.

/** As much of an AbortSignal as waiting needs: whether the caller went away, and to be told when it does. */
export type GoneSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** One change, as those see it who waited for it: what one of them has read is read for all. */
export type Round = Map<string, object>;

export type Waiter = {
  readonly key: string;
  readonly deadline: number;
  readonly signal: GoneSignal;
  readonly resolve: (round: Round | undefined) => void;
  gone: () => void;
};

export type Waiters = {
  add(waiter: Omit<Waiter, 'deadline' | 'gone'>): void;
  finish(waiter: Waiter, round?: Round): void;
  of(key: string): Iterable<Waiter>;
  all(): Iterable<Waiter>;
  count(): number;
};

export function createWaiters(waitMs: number): Waiters {
  const groups = new Map<string, Set<Waiter>>();
  const byAge = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
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
  return {
    add: ({ key, signal, resolve }) => {
      const waiter: Waiter = { key, signal, resolve, deadline: performance.now() + waitMs, gone: () => finish(waiter) };
      if (byAge.size === 0) timer = setTimeout(expire, waitMs);
      byAge.add(waiter);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, new Set([waiter]));
      else group.add(waiter);
      signal.addEventListener('abort', waiter.gone);
    },
    finish,
    of: (key) => groups.get(key) ?? [],
    all: () => byAge,
    count: () => byAge.size,
  };
}
