// How long a server of a namespace may take to empty before it ends: as the namespace gives it on a switch, and on a node that is to be
// left no longer than that goes, so that the smaller of both counts. Pure.
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';

type Policy = Pick<HostingPolicy, 'on_version_switch' | 'drain_limit'>;

/**
 * Of one that another waits for: undefined where it is to end at once. `leavesWithin`: for how long it may stay where it is; undefined where
 * nobody wants it gone from there. A namespace that is gone gives no time.
 */
export function holderDrainLimit(policy: Policy | undefined, leavesWithin: number | undefined): number | undefined {
  if (policy?.on_version_switch !== 'drain') return leavesWithin;
  return leavesWithin === undefined ? policy.drain_limit : Math.min(policy.drain_limit, leavesWithin);
}

/** The same of one that is to empty whatever its namespace does on a switch. */
export function replicaDrainLimit(policy: Policy, leavesWithin: number | undefined): number {
  return holderDrainLimit(policy, leavesWithin) ?? policy.drain_limit;
}
