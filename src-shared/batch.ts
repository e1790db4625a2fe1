// Gathers items that come one by one and hands them on together, so that many small ones cost little.

/** Takes items until they are handed on. */
export type Batch<T> = {
  add(item: T): void;
  /** Hands on what there is, now. */
  flush(): void;
  /** The same, for the last time: what comes after it is dropped. */
  close(): void;
};

/** Hands on after `everyMs` at the latest. */
export function createBatch<T>(everyMs: number, take: (items: T[]) => void): Batch<T> {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (items.length === 0) return;
    const gathered = items;
    items = [];
    take(gathered);
  };
  return {
    add: (item) => {
      if (isClosed) return;
      items.push(item);
      timer ??= setTimeout(flush, everyMs);
    },
    flush,
    close: () => {
      flush();
      isClosed = true;
    },
  };
}
