// Remembers what was read last of a thing, for as long as its revision stays. Bounded; the longest unused goes first.

const MOST = 500;

export type Memory<T> = {
  /** What was made for this key at this revision, or what `make` makes now. */
  at(key: string, revision: number, make: () => T): T;
};

export function createMemory<T>(): Memory<T> {
  const known = new Map<string, { revision: number; value: T }>();
  return {
    at: (key, revision, make) => {
      const found = known.get(key);
      known.delete(key);
      const entry = found?.revision === revision ? found : { revision, value: make() };
      known.set(key, entry);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      return entry.value;
    },
  };
}
