// Live data on the core's side: a snapshot at any time, and changes that are gathered so that fast ones become few.
import type { ListChange } from './frames.ts';

/** What a topic is fed by. */
export type Source = {
  snapshot(): unknown;
  listen(listener: (change: unknown) => void): () => void;
};

/** A source of items found by id. */
export type ListSource<T> = Omit<Source, 'snapshot'> & {
  set(...items: T[]): void;
  remove(...ids: string[]): void;
  replace(items: readonly T[]): void;
  snapshot(): T[];
};

/** A source of one value. */
export type ValueSource<V> = Omit<Source, 'snapshot'> & {
  set(value: V): void;
  snapshot(): V;
};

type Options<T> = {
  /** Changes within this many milliseconds go out as one, the last state of each item winning. 0: those of one turn. */
  every?: number;
  /** What is the same to who looks is kept for whoever comes later, and goes out with the next change. */
  isSame?: (before: T, next: T) => boolean;
};

/** Whether nothing but the time when it was read is another. */
export function isSameButFresh<V extends { fresh_at?: number | undefined }>(before: V, next: V): boolean {
  if ((before.fresh_at === undefined) !== (next.fresh_at === undefined)) return false;
  return isSameValue({ ...before, fresh_at: 0 }, { ...next, fresh_at: 0 });
}

/** Whether two plain values are written the same: a field that is undefined is a missing one. It ends at the first difference. */
function isSameValue(before: unknown, next: unknown): boolean {
  if (before === next) return true;
  if (!isObject(before) || !isObject(next) || Array.isArray(before) !== Array.isArray(next)) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(next)]);
  for (const key of keys) if (!isSameValue(Reflect.get(before, key), Reflect.get(next, key))) return false;
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Makes a source of items. The order of a list is the order in which its items first came. */
export function listSource<T extends { id: string }>({ every = 0, isSame }: Options<T> = {}): ListSource<T> {
  const items = new Map<string, T>();
  const touched = new Set<string>();
  const listeners = new Set<(change: unknown) => void>();
  const soon = gather(every, () => {
    const change: ListChange<T> = { set: [], remove: [] };
    for (const id of touched) {
      const item = items.get(id);
      if (item === undefined) change.remove.push(id);
      else change.set.push(item);
    }
    touched.clear();
    for (const listener of listeners) listener(change);
  });
  const touch = (id: string) => {
    touched.add(id);
    soon();
  };
  const set = (...changed: T[]) => {
    for (const item of changed) {
      const before = items.get(item.id);
      items.set(item.id, item);
      if (before === undefined || isSame?.(before, item) !== true) touch(item.id);
    }
  };
  const remove = (...ids: string[]) => {
    for (const id of ids) if (items.delete(id)) touch(id);
  };
  return {
    set,
    remove,
    replace: (next) => {
      const kept = new Set(next.map((item) => item.id));
      remove(...[...items.keys()].filter((id) => !kept.has(id)));
      set(...next.filter((item) => JSON.stringify(items.get(item.id)) !== JSON.stringify(item)));
    },
    snapshot: () => [...items.values()],
    listen: (listener) => listenIn(listeners, listener),
  };
}

/** Makes a source of one value. */
export function valueSource<V>(initial: V, { every = 0, isSame }: Options<V> = {}): ValueSource<V> {
  let value = initial;
  const listeners = new Set<(change: unknown) => void>();
  const soon = gather(every, () => {
    for (const listener of listeners) listener(value);
  });
  return {
    set: (next) => {
      const before = value;
      value = next;
      if (isSame?.(before, next) !== true) soon();
    },
    snapshot: () => value,
    listen: (listener) => listenIn(listeners, listener),
  };
}

/** A source that is fed only while somebody listens to it. */
export function whileSubscribed<S extends Source>(source: S, run: (source: S) => () => void): Source {
  let ears = 0;
  let stopFeed: (() => void) | undefined;
  return {
    snapshot: () => source.snapshot(),
    listen: (listener) => {
      const stopListening = source.listen(listener);
      ears += 1;
      if (ears === 1) stopFeed = run(source);
      return () => {
        stopListening();
        ears -= 1;
        if (ears === 0) stopFeed?.();
      };
    },
  };
}

function listenIn(listeners: Set<(change: unknown) => void>, listener: (change: unknown) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The first change of a quiet source goes out in this turn; those that follow within `every` go out together after it. */
function gather(every: number, flush: () => void): () => void {
  let pending = false;
  let resting = false;
  const run = () => {
    pending = false;
    if (every > 0) {
      resting = true;
      setTimeout(() => {
        resting = false;
        if (pending) run();
      }, every);
    }
    flush();
  };
  return () => {
    if (pending) return;
    pending = true;
    if (!resting) queueMicrotask(run);
  };
}
