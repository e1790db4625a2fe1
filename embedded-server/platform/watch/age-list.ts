// Things in the order they came. Neighbours know each other, so that one is taken out wherever it stands and nothing is
// looked up: of ten thousand that wait, to find each in a table cost as much as to answer it.

/** What a thing carries to stand in the list. */
export type Aged<T> = { isListed: boolean; older: T | undefined; newer: T | undefined };

export type AgeList<T> = {
  add(one: T): void;
  /** False when it was not there. */
  remove(one: T): boolean;
  oldest(): T | undefined;
  count(): number;
};

export function createAgeList<T extends Aged<T>>(): AgeList<T> {
  let oldest: T | undefined;
  let newest: T | undefined;
  let count = 0;
  return {
    add: (one) => {
      one.isListed = true;
      one.older = newest;
      if (newest === undefined) oldest = one;
      else newest.newer = one;
      newest = one;
      count += 1;
    },
    remove: (one) => {
      if (!one.isListed) return false;
      const { older, newer } = one;
      if (older === undefined) oldest = newer;
      else older.newer = newer;
      if (newer === undefined) newest = older;
      else newer.older = older;
      one.isListed = false;
      one.older = undefined;
      one.newer = undefined;
      count -= 1;
      return true;
    },
    oldest: () => oldest,
    count: () => count,
  };
}
