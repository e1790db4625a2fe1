// What is due later, soonest first; what is due at the same time, in the order in which it came. A heap in one array.

export type DelayQueue<T> = {
  add(at: number, item: T): void;
  /** When the first one is due. */
  nextAt(): number | undefined;
  /** Takes out the first one if it is due by now. */
  takeDue(now: number): T | undefined;
};

type Entry<T> = { at: number; order: number; item: T };

export function createDelayQueue<T>(): DelayQueue<T> {
  const heap: Entry<T>[] = [];
  let added = 0;
  return {
    add: (at, item) => {
      added += 1;
      heap.push({ at, order: added, item });
      moveUp(heap, heap.length - 1);
    },
    nextAt: () => heap[0]?.at,
    takeDue: (now) => {
      const first = heap[0];
      if (first === undefined || first.at > now) return undefined;
      const last = heap.pop();
      if (last !== undefined && last !== first) {
        heap[0] = last;
        moveDown(heap);
      }
      return first.item;
    },
  };
}

function isBefore<T>(one: Entry<T>, other: Entry<T>): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}

function moveUp<T>(heap: Entry<T>[], from: number): void {
  let index = from;
  while (index > 0) {
    const above = (index - 1) >> 1;
    if (!swapIfBefore(heap, index, above)) return;
    index = above;
  }
}

function moveDown<T>(heap: Entry<T>[]): void {
  let index = 0;
  for (;;) {
    const below = firstBelow(heap, index);
    if (below === undefined || !swapIfBefore(heap, below, index)) return;
    index = below;
  }
}

function firstBelow<T>(heap: readonly Entry<T>[], index: number): number | undefined {
  const left = heap[2 * index + 1];
  const right = heap[2 * index + 2];
  if (left === undefined) return undefined;
  return right !== undefined && isBefore(right, left) ? 2 * index + 2 : 2 * index + 1;
}

function swapIfBefore<T>(heap: Entry<T>[], lower: number, upper: number): boolean {
  const one = heap[lower];
  const other = heap[upper];
  if (one === undefined || other === undefined || !isBefore(one, other)) return false;
  heap[upper] = one;
  heap[lower] = other;
  return true;
}
