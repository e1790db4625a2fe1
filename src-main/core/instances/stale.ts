// What stays of something read from an instance while it cannot be read: the last of it, with since when it is old.
type Aged = { fresh_at?: number | undefined; stale_since?: number | undefined };

/** It is old since it was read last, however often it was not read after that. */
export function keptStale<V extends Aged>(last: V, problem?: { code: string; message: string }): V {
  const since = last.stale_since ?? last.fresh_at ?? Date.now();
  return { ...last, stale_since: since, ...(problem === undefined ? {} : { problem }) };
}
