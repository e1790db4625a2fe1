// Keeps as many servers in each namespace as its policy says: after a switch, a change of the policy, an end, a start.
import { randomUUID } from 'node:crypto';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import { localRegion } from '../server-records/local-region.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { LivingServer, ServerRecord } from '../server-records/store.ts';
import { DEFAULT_KILL_TIMEOUT_MS } from '../server-runs/kill-timeout.ts';
import type { Supervisor } from '../server-runs/supervisor.ts';
import { type Memory, remember } from './after-end.ts';
import { replicaDrainLimit } from './effective-drain-limit.ts';
import type { HostedNamespace } from './namespace-lookup.ts';
import { planReplicas } from './plan-replicas.ts';

export type ReplicaControllerParts = {
  records: ServerRecords;
  supervisor: Supervisor;
  namespace(namespace_id: string): HostedNamespace | undefined;
  /** Writes down that so many more places of a namespace stay free, or that none does. */
  suppressReplica(namespace_id: string, count: number): void;
  release(namespace_id: string): void;
  /** What it was switched to does not start: it runs again what it ran before. */
  switchBack(place: { game_id: string; namespace_id: string }, version_id: string): void;
  versionName(game_id: string, version_id: string): string | undefined;
  /** The complete build that a version runs. */
  buildOf(game_id: string, version_id: string): string | undefined;
  /** For how long a server may stay where it is; undefined where nobody wants it gone from there. */
  leavesWithin(server: Pick<ServerRecord, 'node_id'>): number | undefined;
  /** What is shown of a server until its build was looked at. */
  machineResources: Resources;
  onProblem(thrown: unknown): void;
  now(): number;
};
export type ReplicaController = ReturnType<typeof createReplicaController>;

const TRY_AGAIN_MS = 5000;

export function createReplicaController(given: ReplicaControllerParts) {
  /** Those that are about to go: as if they were gone, so that nothing takes the place of what ends. */
  const leaving = new Set<string>();
  const parts: ReplicaControllerParts = {
    ...given,
    namespace: (namespace_id) => (leaving.has(namespace_id) ? undefined : given.namespace(namespace_id)),
  };
  const memories = createMemories();
  let isClosed = false;
  const look = (namespace_id: string) => {
    const namespace = parts.namespace(namespace_id);
    if (namespace === undefined || isClosed) return;
    const memory = memories.of(namespace_id);
    try {
      const more = writeHeldBack(parts, namespace_id, memory);
      act(parts, { ...namespace, held_back: namespace.held_back + more }, memory);
    } catch (thrown) {
      // The disk may be full: a server that cannot be recorded is not started, and tried again later.
      parts.onProblem(thrown);
      memory.timer ??= setTimeout(() => {
        memory.timer = undefined;
        look(namespace_id);
      }, TRY_AGAIN_MS).unref();
    }
  };
  const reconcileNow = (namespace_id: string): void => {
    memories.forget(namespace_id);
    // What sets something on a namespace has released it in the same change; a restart by hand has not.
    if ((parts.namespace(namespace_id)?.held_back ?? 0) > 0) parts.release(namespace_id);
    look(namespace_id);
  };
  return {
    look,
    /** Something new is asked of the namespace, so what went wrong before no longer counts. */
    reconcileNow,
    switched: (namespace_id: string): void => {
      reconcileNow(namespace_id);
      stopDraining(parts, namespace_id);
    },
    /** A person ends this server: if it is one to keep, none takes its place, also after a restart of the service. */
    suppressReplica: (server: ServerRecord): void => {
      const namespace = parts.namespace(server.namespace_id);
      if (namespace === undefined || server.state === 'draining' || !isWanted(server, namespace)) return;
      memories.of(server.namespace_id).unwritten += 1;
      look(server.namespace_id);
    },
    onEnded: (server: ServerRecord): void => {
      if (isClosed) return;
      const namespace = parts.namespace(server.namespace_id);
      if (namespace !== undefined && isWanted(server, namespace)) {
        const again = () => look(server.namespace_id);
        const isBack = remember(parts, namespace, memories.of(server.namespace_id), server, again);
        // Never from there to the version that was just left, of which others may still be joined.
        if (isBack) Object.assign(memories.of(server.namespace_id), { before: undefined, replacedAt: parts.now() });
      }
      look(server.namespace_id);
    },
    /** One that seemed to run has still to wait for an older one: until it can be joined, there is a way back to what ran before. */
    unreached: ({ namespace_id, start_ts: reachedAt }: ServerRecord): void => {
      const memory = memories.of(namespace_id);
      const isOfThisSwitch = memory.before !== undefined && reachedAt !== null;
      if (isOfThisSwitch && reachedAt <= (memory.replacedAt ?? -1)) memory.replacedAt = undefined;
    },
    /** Whether servers may begin in it. */
    isHosted: (namespace_id: string): boolean => parts.namespace(namespace_id) !== undefined,
    /** From now on nothing begins in it. */
    leave: (namespace_id: string): void => {
      leaving.add(namespace_id);
      memories.forget(namespace_id);
    },
    /** It has gone. Where something hindered that, it keeps its servers again. */
    hasLeft: (namespace_id: string): void => {
      leaving.delete(namespace_id);
      look(namespace_id);
    },
    close: (): void => {
      isClosed = true;
      memories.close();
    },
  };
}

function createMemories() {
  const memories = new Map<string, Memory>();
  return {
    of: (namespace_id: string): Memory => {
      const known = memories.get(namespace_id) ?? {
        unwritten: 0,
        endings: [],
        timer: undefined,
        gaveUp: false,
        before: undefined,
        replacedAt: undefined,
      };
      memories.set(namespace_id, known);
      return known;
    },
    forget: (namespace_id: string): void => {
      clearTimeout(memories.get(namespace_id)?.timer);
      memories.delete(namespace_id);
    },
    close: (): void => {
      for (const { timer } of memories.values()) clearTimeout(timer);
    },
  };
}

/** Of those that the namespace keeps now: one of a version that it left ends for good. */
function isWanted({ kept, version_id }: ServerRecord, namespace: HostedNamespace): boolean {
  return kept && version_id === namespace.version_id;
}

/** Answers how many more are held back now. */
function writeHeldBack(parts: ReplicaControllerParts, namespace_id: string, memory: Memory): number {
  const more = memory.unwritten;
  if (more > 0) parts.suppressReplica(namespace_id, more);
  memory.unwritten = 0;
  return more;
}

function act(parts: ReplicaControllerParts, namespace: HostedNamespace, memory: Memory): void {
  const { records, supervisor, buildOf, machineResources, now } = parts;
  const { namespace_id, game_id, version_id } = namespace;
  const build = buildOf(game_id, version_id);
  const kept = records.keptLiving(namespace_id);
  rememberBefore(namespace, kept, memory, now());
  const plan = planReplicas(
    {
      policy: namespace,
      version_id,
      canRun: build !== undefined,
      limit: namespace.lobby_count_max,
      living: records.livingCount(namespace_id),
      heldBack: namespace.held_back,
      isPaused: memory.timer !== undefined || memory.gaveUp,
    },
    kept.map((s) => ({
      id: s.server_id,
      version_id: s.version_id,
      state: s.state,
      createdAt: s.create_ts,
      leaves: parts.leavesWithin(s) !== undefined,
    })),
  );
  for (const id of plan.resume) supervisor.resume(id, namespace.max_players);
  for (const id of plan.drain) supervisor.drain(id, replicaDrainLimit(namespace, timeLeftOf(parts, id)));
  for (const id of plan.stop) stopByPolicy(parts, id);
  if (build === undefined) return;
  for (let count = 0; count < plan.start; count += 1) {
    supervisor.begin(records.add(newKept(namespace, build, { now: now(), resources: machineResources })));
  }
}

function timeLeftOf({ records, leavesWithin }: ReplicaControllerParts, id: string): number | undefined {
  const server = records.one(id);
  return server && leavesWithin(server);
}

type Stopping = Pick<ReplicaControllerParts, 'records' | 'supervisor'>;

function stopByPolicy({ records, supervisor }: Stopping, id: string): void {
  supervisor.stop(id, 'policy', records.one(id)?.kill_timeout ?? DEFAULT_KILL_TIMEOUT_MS);
}

/** Who switches with "stop" wants nothing of older versions to live on, also not what an earlier switch let drain. */
function stopDraining({ records, supervisor, namespace }: ReplicaControllerParts, namespace_id: string): void {
  const { on_version_switch: rule, version_id } = namespace(namespace_id) ?? {};
  if (rule !== 'stop') return;
  for (const server of records.keptLiving(namespace_id)) {
    if (server.state !== 'draining' || server.version_id === version_id) continue;
    stopByPolicy({ records, supervisor }, server.server_id);
  }
}

/** The one to go back to if the present one does not start, or crashes again and again soon after. */
function rememberBefore(
  { version_id, server_count: count }: HostedNamespace,
  kept: readonly LivingServer[],
  memory: Memory,
  now: number,
): void {
  const reached = kept.filter(({ state }) => state === 'running');
  if (memory.replacedAt !== undefined) return;
  memory.before = reached.find((server) => server.version_id !== version_id)?.version_id ?? memory.before;
  if (reached.filter((server) => server.version_id === version_id).length >= count) memory.replacedAt = now;
}

function newKept(namespace: HostedNamespace, build: string, { now, resources }: { now: number; resources: Resources }) {
  return {
    server_id: randomUUID(),
    game_id: namespace.game_id,
    namespace_id: namespace.namespace_id,
    build_id: build,
    version_id: namespace.version_id,
    datacenter_id: localRegion.region_id,
    create_ts: now,
    kept: true,
    tags: {},
    wish: {},
    runtime: {},
    ports: {},
    ...resources,
    kill_timeout: DEFAULT_KILL_TIMEOUT_MS,
  };
}
