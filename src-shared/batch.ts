// Gathers items that come one by one and hands them on together, so that many small ones cost little.

/** Takes items until they are handed on. */
export type Batch<T> = {
  add(item: T): void;
  /** Hands on what there is, now. */
  flush(): void;
};

/** Hands on after `everyMs` at the latest, and of too many only the last ones: no more than `most`. */
export function createBatch<T>(everyMs: number, take: (items: T[]) => void, most = Number.POSITIVE_INFINITY): Batch<T> {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (items.length === 0) return;
    const gathered = items.length > most ? items.slice(-most) : items;
    items = [];
    take(gathered);
  };
  return {
    add: (item) => {
      items.push(item);
      if (items.length >= 2 * most) items = items.slice(-most);
      timer ??= setTimeout(flush, everyMs);
    },
    flush,
  };
}
