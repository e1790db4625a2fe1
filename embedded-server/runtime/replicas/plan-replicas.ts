// What a namespace's policy asks to be done about its servers now. Pure: the same servers give the same plan, however
// often it is asked, so that two switches at once end where the last one points.
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import type { ServerState } from '../../../src-shared/service/servers.ts';

export type KeptServer = {
  id: string;
  version_id: string | null;
  state: ServerState;
  createdAt: number;
  /** It is on a node that is to be left: another one stands in for it before it goes, and it goes when its players have. */
  leaves?: boolean;
};
export type Wanted = {
  policy: HostingPolicy;
  version_id: string;
  /** Whether the version has a build that can run. */
  canRun: boolean;
  /** The most servers that may live at once. */
  limit: number;
  /** How many live, those included that calls created and those that are ending. */
  living: number;
  /** How many of those to keep are not to be started: a person stopped them, or the policy leaves ended ones ended. */
  heldBack: number;
  /** No new ones for now: the last ended too soon, too often. */
  isPaused: boolean;
};
/** `resume` are servers that were to end and are wanted again, as after a switch that is undone. */
export type ReplicaPlan = { start: number; resume: string[]; drain: string[]; stop: string[] };

export function planReplicas(wanted: Wanted, kept: readonly KeptServer[]): ReplicaPlan {
  const { policy, version_id, heldBack } = wanted;
  const count = wanted.canRun ? Math.min(policy.server_count, wanted.limit) : 0;
  const serving = kept.filter(isServing);
  const isToStay = (server: KeptServer) => server.version_id === version_id && server.leaves !== true;
  const running = serving.filter(isToStay);
  const back = kept
    .filter((server) => server.state === 'draining' && isToStay(server))
    .slice(0, Math.max(0, count - running.length));
  const current = [...running, ...back];
  const surplus = current
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, Math.max(0, current.length - count))
    .map(({ id }) => id);
  const missing = Math.max(0, count - current.length - heldBack);
  // Those that are ending still live; the rest is started when they are gone.
  const room = Math.max(0, wanted.limit - wanted.living);
  const old = serving.filter((server) => !isToStay(server));
  const going = replacedBy(old, {
    unfilled: Math.max(0, count - heldBack - current.filter(isReached).length),
    withoutRoom: Math.max(0, missing - room - (kept.length - serving.length - back.length)),
  });
  // What a namespace does with players on a switch is no answer to what it does with them when a node is left.
  const drains = ({ version_id: id }: KeptServer) => policy.on_version_switch === 'drain' || id === version_id;
  return {
    start: wanted.isPaused ? 0 : Math.min(missing, room),
    resume: back.map(({ id }) => id),
    drain: going.filter(drains).map(({ id }) => id),
    stop: [...surplus, ...going.filter((server) => !drains(server)).map(({ id }) => id)],
  };
}

/**
 * Which old servers go now: all that no place waits for any more. An old one serves until a new one stands in for it, but where the
 * limit has no room for both, it goes first. One that does not listen where it should serves nobody, and may hold the port that the
 * new one needs.
 */
function replacedBy(
  old: readonly KeptServer[],
  { unfilled, withoutRoom }: { unfilled: number; withoutRoom: number },
): KeptServer[] {
  const leastUseful = old.toSorted((a, b) => useOf(a) - useOf(b) || a.createdAt - b.createdAt);
  const useless = old.filter((server) => useOf(server) === 0).length;
  return leastUseful.slice(0, Math.max(old.length - unfilled, withoutRoom, useless));
}

function useOf(server: KeptServer): number {
  if (server.state === 'silent') return 0;
  return isReached(server) ? 2 : 1;
}

/** Players can join it. One that drains could be joined before, and is taken back. */
function isReached({ state }: KeptServer): boolean {
  return state === 'running' || state === 'draining';
}

/** Those that end already are on their way, and none of the plan's business. */
function isServing({ state }: KeptServer): boolean {
  return state !== 'draining' && state !== 'stopping';
}
