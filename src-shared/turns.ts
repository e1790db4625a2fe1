// Works of one key go one after another, in the order they came; one that failed does not hold up the next.

/** Starts the work when those before it have ended. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;
export type Turns = {
  /** Whether something is under way. */
  has(key: string): boolean;
  of(key: string): InTurn;
};

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    has: (key) => last.has(key),
    of: (key) => async (work) => {
      const before = last.get(key);
      const mine = before === undefined ? work() : before.then(work, work);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}

/** At one thing alone: so many works at once, and those that wait go on in the order they came. */
export function createTurnsOf(most: number): InTurn {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay === most) await new Promise<void>((goOn) => waiting.push(goOn));
    else underWay += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}
