// Which server took the place of one that ended with its node. Pure.

export type Lost = { server_id: string; namespace_id: string; kept: boolean; destroy_ts: number | null };
export type Candidate = { server_id: string; namespace_id: string; kept: boolean; create_ts: number };

/** Of those that a namespace keeps, the first to be started after the end of one stands in for it, each for one. */
export function findReplacements<C extends Candidate>(lost: readonly Lost[], candidates: readonly C[]): Map<string, C> {
  const found = new Map<string, C>();
  const free = candidates.filter(({ kept }) => kept).toSorted((a, b) => a.create_ts - b.create_ts);
  const ofLost = lost.filter(({ kept }) => kept).toSorted((a, b) => (a.destroy_ts ?? 0) - (b.destroy_ts ?? 0));
  for (const { server_id, namespace_id, destroy_ts: endedAt } of ofLost) {
    const at = free.findIndex((one) => one.namespace_id === namespace_id && one.create_ts >= (endedAt ?? 0));
    const [next] = at === -1 ? [] : free.splice(at, 1);
    if (next !== undefined) found.set(server_id, next);
  }
  return found;
}
