// Remembers what was read last of a thing, for as long as its revision stays. Bounded; the longest unused goes first.

const MOST = 500;

export type RevisionCache<T> = {
  /** What was made for this key at this revision, or what `make` makes now. */
  at(key: string, revision: number, make: () => T): T;
};

type Entry<T> = { key: string; revision: number; value: T };

export function createRevisionCache<T>(): RevisionCache<T> {
  const known = new Map<string, Entry<T>>();
  let last: Entry<T> | undefined;
  const keep = (key: string, entry: Entry<T>) => {
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    last = entry;
    return entry.value;
  };
  return {
    at: (key, revision, make) => {
      // Who asks often mostly asks for the same: to be found again costs no order, and no hash of a long key.
      if (last?.key === key && last.revision === revision) return last.value;
      const found = known.get(key);
      return keep(key, found?.revision === revision ? found : { key, revision, value: make() });
    },
  };
}
