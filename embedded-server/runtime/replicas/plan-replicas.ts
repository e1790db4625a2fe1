// What a namespace's policy asks to be done about its servers now. Pure: the same servers give the same plan, however
// often it is asked, so that two switches at once end where the last one points.
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import type { ServerState } from '../../../src-shared/service/servers.ts';

export type KeptServer = {
  id: string;
  version_id: string | null;
  kept: boolean;
  state: ServerState;
  createdAt: number;
};
export type Wanted = {
  policy: HostingPolicy;
  version_id: string;
  /** Whether the version has a build that can run. */
  canRun: boolean;
  /** The most servers that may live at once. */
  limit: number;
  /** How many of those to keep are not to be started: a person stopped them, or the policy leaves ended ones ended. */
  heldBack: number;
  /** No new ones for now: the last ended too soon, too often. */
  isPaused: boolean;
};
/** `resume` are servers that were to end and are wanted again, as after a switch that is undone. */
export type ReplicaPlan = { start: number; resume: string[]; drain: string[]; stop: string[] };

export function planReplicas(wanted: Wanted, alive: readonly KeptServer[]): ReplicaPlan {
  const count = wanted.canRun ? Math.min(wanted.policy.server_count, wanted.limit) : 0;
  const kept = alive.filter((server) => server.kept && isServing(server));
  const running = kept.filter(({ version_id }) => version_id === wanted.version_id);
  const back = alive
    .filter(({ state, version_id, kept: isKept }) => isKept && state === 'draining' && version_id === wanted.version_id)
    .slice(0, Math.max(0, count - running.length));
  const current = [...running, ...back];
  const old = kept.filter(({ version_id }) => version_id !== wanted.version_id).map(({ id }) => id);
  const surplus = current
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, Math.max(0, current.length - count))
    .map(({ id }) => id);
  const isDraining = wanted.policy.on_version_switch === 'drain';
  const stopNow = isDraining ? surplus : [...surplus, ...old];
  // Those that are ending still live; the rest is started when they are gone.
  const room = Math.max(0, wanted.limit - alive.length);
  const missing = Math.max(0, count - current.length - wanted.heldBack);
  return {
    start: wanted.isPaused ? 0 : Math.min(missing, room),
    resume: back.map(({ id }) => id),
    drain: isDraining ? old : [],
    stop: stopNow,
  };
}

/** Those that end already are on their way, and none of the plan's business. */
function isServing({ state }: KeptServer): boolean {
  return state !== 'draining' && state !== 'stopping';
}
