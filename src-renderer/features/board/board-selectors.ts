// What a board knows of its namespaces beside the state of their servers: since when each runs its version, what it goes back to, and
// whether it can be changed. Pure.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { translate } from '../../text/t.ts';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import type { WayBack } from '../namespaces/roll-back-selectors.ts';
import { type LaneServers, laneTrouble, listOf } from './lane-state.ts';

/** The first of these lanes that is down: it has the signal. */
export function firstDown(
  lanes: readonly NamespaceSummary[],
  servers: Readonly<Record<string, LaneServers | undefined>>,
): string | undefined {
  return lanes.find((namespace) => {
    const known = servers[namespace.namespace_id];
    return known !== undefined && laneTrouble(known, namespace) !== undefined;
  })?.namespace_id;
}

/** Whether nothing ever ran on a namespace: nothing was deployed to it, and no server was made by hand either. */
export function neverRan(timeline: TimelineView | undefined, servers: LaneServers): boolean {
  if (timeline?.never_deployed !== true) return false;
  const isUsed = timeline.deployments?.some(({ crashes = 0, peak = 0 }) => crashes > 0 || peak > 0);
  return isUsed !== true && listOf(servers)?.length === 0;
}

/** Since when the present version runs; undefined until the history was read. */
export function runsSince({ deployments }: Pick<TimelineView, 'deployments'>, version_id: string): number | undefined {
  const last = deployments?.at(-1);
  return last?.version_id === version_id && last.to === undefined ? last.from : undefined;
}

/** Why no version can be switched there now. */
export function whyCannotSwitchOn(instance: InstanceView): string | undefined {
  return whyCannotChange(instance) ?? translate(instance.why_not?.switch_version);
}

/** To which version a namespace goes back, as its timeline tells; null for none. Undefined where it does not tell of what runs now. */
export function goesBackTo(timeline: TimelineView | undefined, version_id: string): WayBack | null | undefined {
  if (timeline === undefined || timeline.problem !== undefined || runsSince(timeline, version_id) === undefined)
    return undefined;
  const { roll_back: back } = timeline;
  return back === undefined ? null : { version_id: back.version_id, name: back.display_name };
}
