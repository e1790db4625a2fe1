// Who waits for what, in the order they came. All wait equally long, so that is the order of their deadlines too, and
// one timer does for all of them.
import { type Aged, createAgeList } from './age-list.ts';

/** As much of an AbortSignal as waiting needs: whether the caller went away, and to be told when it does. */
export type GoneSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** One change, as those see it who waited for it: what one of them has read is read for all. */
export type Round = Map<string, object>;

type Waiting = {
  readonly key: string;
  readonly signal: GoneSignal;
  readonly resolve: (round: Round | undefined) => void;
};

interface Waiter extends Waiting, Aged<Waiter> {
  readonly deadline: number;
  readonly gone: () => void;
}

export type Waiters = {
  add(waiting: Waiting): void;
  /** Lets go of all who wait for it now. */
  finish(key: string, round: Round): void;
  finishAll(): void;
  count(): number;
};

/**
 * So many are let go of before what they go on with runs. Each waiter's memory is long cold; were all let go of at once,
 * each step to an answer would go through all of it again.
 */
const AT_ONCE = 16;

export function createWaiters(waitMs: number): Waiters {
  const groups = createGroups();
  const byAge = createAgeList<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  const finish = (waiter: Waiter, round?: Round) => {
    if (!byAge.remove(waiter)) return;
    waiter.signal.removeEventListener('abort', waiter.gone);
    if (byAge.oldest() === undefined) clearTimeout(timer);
    waiter.resolve(round);
  };
  const finishAlone = (waiter: Waiter) => {
    groups.remove(waiter);
    finish(waiter);
  };
  const expire = () => {
    const now = performance.now();
    for (let waiter = byAge.oldest(); waiter !== undefined; waiter = byAge.oldest()) {
      if (waiter.deadline > now) {
        timer = setTimeout(expire, waiter.deadline - now);
        return;
      }
      finishAlone(waiter);
    }
  };
  return {
    add: ({ key, signal, resolve }) => {
      const gone = () => finishAlone(waiter);
      const waiter: Waiter = {
        key,
        signal,
        resolve,
        gone,
        deadline: performance.now() + waitMs,
        isListed: false,
        older: undefined,
        newer: undefined,
      };
      if (byAge.oldest() === undefined) timer = setTimeout(expire, waitMs);
      byAge.add(waiter);
      groups.add(waiter);
      signal.addEventListener('abort', waiter.gone);
    },
    finish: (key, round) => inTurns(groups.take(key), (waiter) => finish(waiter, round)),
    finishAll: () => {
      for (let waiter = byAge.oldest(); waiter !== undefined; waiter = byAge.oldest()) finishAlone(waiter);
    },
    count: byAge.count,
  };
}

function inTurns<T>(all: Iterator<T>, take: (one: T) => void): void {
  for (let count = 0; count < AT_ONCE; count += 1) {
    const next = all.next();
    if (next.done === true) return;
    take(next.value);
  }
  queueMicrotask(() => inTurns(all, take));
}

/** Who waits for the same, in the order they came. */
function createGroups() {
  const groups = new Map<string, Set<Waiter>>();
  return {
    add: (waiter: Waiter) => {
      const group = groups.get(waiter.key);
      if (group === undefined) groups.set(waiter.key, new Set([waiter]));
      else group.add(waiter);
    },
    remove: (waiter: Waiter) => {
      const group = groups.get(waiter.key);
      group?.delete(waiter);
      if (group?.size === 0) groups.delete(waiter.key);
    },
    take: (key: string): Iterator<Waiter> => {
      const group = groups.get(key) ?? new Set();
      groups.delete(key);
      return group.values();
    },
  };
}
