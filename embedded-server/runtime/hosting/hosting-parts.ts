// What hosting is made of before anyone looks after servers: records, figures, the thread with processes, the guard, builds.

import { availableParallelism, totalmem } from 'node:os';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { Doctor } from '../../files/doctor/doctor.ts';
import type { GivenAccess } from '../../platform/access/given-access.ts';
import { lanAddresses } from '../../platform/listening/lan-addresses.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { logKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { createLeftOnNodes } from '../fleet/left-on-nodes.ts';
import type { HostingEvent } from '../hosting-thread/messages.ts';
import { openHostingThread } from '../hosting-thread/open-hosting-thread.ts';
import { createKeptGiving } from '../kept/claim-kept.ts';
import type { ServerCounts } from '../relay/messages.ts';
import { createNamespaceLookup } from '../replicas/namespace-lookup.ts';
import { createOutcomeStore } from '../replicas/outcome-store.ts';
import { createOutcomes } from '../replicas/outcomes.ts';
import type { ServerLimits } from '../runner/server-limits.ts';
import { createServerRecords } from '../server-records/records.ts';
import { createServerStore } from '../server-records/store.ts';
import { createBuildSource } from '../server-runs/build-source.ts';
import { createNetworks } from '../server-runs/networks.ts';
import { createGuard } from '../server-runs/port-relay.ts';
import type { RunDependencies } from '../server-runs/run-dependencies.ts';
import { createServerPorts, type PortRange } from '../server-runs/server-ports.ts';
import { createShares } from '../server-runs/shares.ts';
import type { SupervisorParts } from '../server-runs/supervisor.ts';
import type { WallFound } from '../walls/find-wall.ts';
import { createIsolation } from '../walls/isolation.ts';
import { createLiveFigures } from '../watching/live-figures.ts';
import { createPlayers } from '../watching/players.ts';
import { createSdkViews } from '../watching/sdk-views.ts';
import { callsOnFleet, type FleetOptions, guardOnFleet, openFleet } from './on-fleet.ts';

/** What hosting needs to know of regions. */
export type HostedRegions = {
  name(regionId: string): string | undefined;
  /** The network that players of its servers are given. */
  conditions(regionId: string): NetworkConditions | undefined;
};

export type HostingDependencies = {
  folder: DataFolder;
  /** What ends with a token. */
  access: GivenAccess;
  hub: WatchHub;
  revision: Revision;
  blobs: BlobStore;
  /** The scripts of the threads that it starts. */
  threads: Readonly<Record<'hosting' | 'process' | 'relay' | 'unpack', URL>>;
  doctor: Doctor;
  /** Who plays on a game changed, which its watchers see. */
  touchGame: (game_id: string) => void;
  regions: HostedRegions;
  /** The Node that runs JavaScript servers. */
  nodeProgram: string;
  /** Where players reach servers, and where those listen; known once the service listens. */
  address: () => { publicHost: string; listenHost: string };
  serviceUrl: () => string;
  ownCertificate: string | undefined;
  /** Those of this machine, unless a test has others. */
  lanAddresses?: (() => string[]) | undefined;
  /** What a namespace was switched to does not start: it runs again what it ran before. */
  switchBack: (place: { game_id: string; namespace_id: string }, version_id: string) => void;
  isReachedByOthers: boolean;
  /** Whether programs may run without a wall where none can be built. */
  mayHostUnisolated: boolean;
  findWall: ((folder: string) => Promise<WallFound>) | undefined;
  listenWithinMs: number | undefined;
  /** Where servers run other than in this process. */
  fleet: FleetOptions | undefined;
  serverPorts: PortRange | undefined;
  serverLimits: ServerLimits;
  now: () => number;
  log: Log;
};

/** What a server has that nobody set a limit for: all there is. Nothing holds it to that but the machine itself. */
export const machineResources: Resources = {
  cpu: availableParallelism() * 1000,
  memory: Math.floor(totalmem() / 1_048_576),
};

export type HostingParts = ReturnType<typeof createHostingParts>;

export function createHostingParts(dependencies: HostingDependencies) {
  const { folder, hub, revision, threads, now, log } = dependencies;
  const { database, paths } = folder;
  const onProblem = (thrown: unknown) => log('error', 'hosting', { error: thrown });
  const records = createServerRecords({ store: createServerStore(database), database, revision, hub, onProblem });
  const namespaceLookup = createNamespaceLookup(database, dependencies.regions.name);
  const outcomes = createOutcomes({
    store: createOutcomeStore(database),
    database,
    revision,
    hub,
    namespace: namespaceLookup.namespace,
    touchGame: dependencies.touchGame,
    onProblem,
    now,
  });
  const noteServed = (server_id: string) => {
    const server = records.one(server_id);
    if (server !== undefined) outcomes.served(server);
  };
  const figures = createLiveFigures(paths.logs);
  const lastLines = new Map<string, number>();
  const sdkViews = createSdkViews();
  const hosted = openHostingThread({
    script: threads.hosting,
    processThread: threads.process,
    listenWithinMs: dependencies.listenWithinMs,
    serverLimits: dependencies.serverLimits,
    logFolder: paths.logs,
    onProblem,
    onUsage: figures.takeUsage,
    onLog: (server_id, last) => {
      lastLines.set(server_id, last);
      hub.wake(logKey(server_id));
    },
    onSdk: (event) => takeSdk(event),
    onQueried: ({ server_id, players: queried }) => players.answer(server_id, queried),
  });
  const host = callsOnFleet(hosted, () => fleet);
  const note = (server_id: string, text: string) => void host.call('note', { server_id, text }).catch(onProblem);
  const players = createPlayers({
    onChanged: (server_id) => {
      const server = records.one(server_id);
      if (server === undefined) return;
      if ((players.of(server_id)?.now ?? 0) > 0) outcomes.served(server);
      tryTo(onProblem, () => {
        records.touch(server.namespace_id);
        dependencies.touchGame(server.game_id);
      });
    },
  });
  const ports = createServerPorts(dependencies.serverPorts);
  const takeCounts = (servers: readonly ServerCounts[]) => {
    figures.takeCounts(servers);
    for (const { server_id, players: playing, young, silent, refused } of servers)
      players.count({ server_id, now: playing, young, silent, refused });
  };
  const ownGuard = createGuard({
    script: threads.relay,
    ports,
    onTrouble: note,
    onProblem,
    onCounts: takeCounts,
  });
  const guard = guardOnFleet(ownGuard, () => fleet);
  const isolation = createIsolation({ folder: paths.servers, log, findWall: dependencies.findWall });
  const takeSdk = ({ server_id, sdk, players: said }: Pick<SdkEvent, 'server_id' | 'sdk' | 'players'>) => {
    sdkViews.set(server_id, sdk);
    if (sdk.health?.last_at !== undefined) noteServed(server_id);
    players.say(server_id, said);
  };
  const { blobs, doctor } = dependencies;
  const [reached, placed] = [createEar(), createEar()];
  const kept = createKeptGiving();
  const fleet = openFleet(dependencies, {
    records,
    host: hosted,
    figures,
    players,
    isolation,
    namespaceLookup,
    takeCounts,
    takeSdk,
    kept,
    onReached: reached.tell,
    onPlaced: placed.tell,
    onProblem,
  });
  return {
    fleet,
    /** Who is told that players can join a server on a host. */
    whenReached: reached.listen,
    kept,
    /** Who is told that a server's node is known. */
    whenPlaced: placed.listen,
    isolation,
    records,
    figures,
    outcomes,
    sdkViews,
    lastLines,
    host,
    note,
    players,
    ports,
    guard,
    onProblem,
    networks: createNetworks(guard, now),
    shares: createShares({
      guard,
      lanAddresses: dependencies.lanAddresses ?? lanAddresses,
      isReachedByOthers: dependencies.isReachedByOthers,
    }),
    source: createBuildSource({
      paths,
      database,
      blobs,
      doctor,
      unpackThread: threads.unpack,
      host,
      onProblem,
      onChanged: ({ build, path }) => log('warn', 'unpacked build was changed, and is unpacked again', { build, path }),
    }),
    namespaceLookup,
    leftOnNodes: createLeftOnNodes({ records, slots: kept.slots, now, warn: (message) => log('warn', message) }),
  };
}

type SdkEvent = Extract<HostingEvent, { t: 'sdk' }>;
type AddedLater = 'run' | 'isElsewhere' | 'onStopping' | 'onReached' | 'endHolder' | 'waitAgain' | 'kept';

/** Who looks after servers is made later than what tells of them. */
function createEar() {
  let listener: (server_id: string) => void = () => undefined;
  return {
    tell: (server_id: string) => listener(server_id),
    listen: (heard: typeof listener) => {
      listener = heard;
    },
  };
}

/** The same as the lives of servers need it. */
export function supervisorDependencies(
  dependencies: HostingDependencies,
  parts: HostingParts,
): Omit<RunDependencies & SupervisorParts, AddedLater> {
  const { records, figures, host, guard, players, ports, networks, source, namespaceLookup, onProblem } = parts;
  return {
    records,
    guard,
    host,
    ports,
    note: parts.note,
    machineResources,
    serverLimits: dependencies.serverLimits,
    now: dependencies.now,
    nodeProgram: dependencies.nodeProgram,
    address: dependencies.address,
    onProblem,
    useBuild: source.use,
    guess: source.guess,
    belongs: namespaceLookup.of,
    joinRegion: async ({ server_id: id, datacenter_id: regionId }) => {
      const conditions = dependencies.regions.conditions(regionId);
      if (conditions !== undefined) await networks.set(id, conditions);
    },
    findWall: parts.isolation.find,
    isolates: parts.isolation.isolates,
    mayHostUnisolated: dependencies.mayHostUnisolated,
    isInImage: false,
    workingFolder: (server_id) => dependencies.folder.paths.inside('servers', server_id),
    isEmpty: players.isEmpty,
    closeLog: async (server_id) => {
      // First, so that the checksums of the log cover them as well.
      await figures.end(server_id).catch(onProblem);
      await host.call('closeLog', server_id).catch(onProblem);
    },
    onDeadlineMoved: (server_id) => {
      const server = records.one(server_id);
      if (server !== undefined) tryTo(onProblem, () => records.touch(server.namespace_id));
    },
    onBegin: (server) => {
      const { server_id: id, game_id, namespace_id } = server;
      parts.outcomes.began(server);
      figures.begin(id, namespace_id);
      const limit = namespaceLookup.namespace(namespace_id)?.max_players ?? 0;
      players.add(id, game_id, { limit, isUntold: server.start_ts !== null });
    },
    onEnded: (server) => {
      const { server_id: id } = server;
      parts.outcomes.ended(server);
      players.remove(id);
      networks.forget(id);
      parts.shares.forget(id);
      parts.lastLines.delete(id);
      parts.sdkViews.forget(id);
      parts.isolation.forget(id);
    },
  };
}

/** What only tells who plays is no reason to fail. */
function tryTo(onProblem: (thrown: unknown) => void, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    onProblem(thrown);
  }
}
