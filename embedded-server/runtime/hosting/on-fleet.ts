// Where the service has a fleet: what is asked of a server goes to its host, and what its host tells goes where that of a server of this
// machine does.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import { readResources } from '../../platform/storage/resources-column.ts';
import { query } from '../../platform/storage/statement.ts';
import { createFleet, type Fleet, type FleetTimes } from '../fleet/fleet.ts';
import type { FleetDriver } from '../fleet/fleet-driver.ts';
import { createFleetKept } from '../fleet/fleet-kept.ts';
import { createHostTokens } from '../fleet/host-tokens.ts';
import { createSwarmDriver, type SwarmDriverOptions } from '../fleet/swarm-driver.ts';
import type { HostingCalls, HostingEvent } from '../hosting-thread/messages.ts';
import type { HostingThread } from '../hosting-thread/open-hosting-thread.ts';
import type { ClaimKept } from '../kept/claim-kept.ts';
import type { KeptSlots } from '../kept/slots.ts';
import type { NodeTimes } from '../nodes/nodes.ts';
import type { ServerCounts } from '../relay/messages.ts';
import type { NamespaceLookup } from '../replicas/namespace-lookup.ts';
import type { ServerLimits } from '../runner/server-limits.ts';
import { localRegion } from '../server-records/local-region.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { firstAsked } from '../server-runs/gather-run-settings.ts';
import type { RunningPortRelay } from '../server-runs/port-relay.ts';
import type { Isolation } from '../walls/isolation.ts';
import type { LiveFigures } from '../watching/live-figures.ts';
import type { Players } from '../watching/players.ts';

export type FleetOptions = (
  | Pick<SwarmDriverOptions, 'engine' | 'image'>
  | { driver: FleetDriver; times?: Partial<FleetTimes>; nodeTimes?: Partial<NodeTimes> }
) & {
  /** Authorities that hosts know this service by, as where a proxy or a certificate that is renewed is of one's own (PEM). */
  ca?: string;
};

type Dependencies = {
  folder: DataFolder;
  fleet: FleetOptions | undefined;
  regions: { name(regionId: string): string | undefined; conditions(regionId: string): NetworkConditions | undefined };
  serverLimits: ServerLimits;
  mayHostUnisolated: boolean;
  serviceUrl(): string;
  /** The certificate that this service itself speaks TLS with. */
  ownCertificate: string | undefined;
  log: Log;
  now(): number;
};
type Parts = {
  records: ServerRecords;
  host: HostingThread;
  figures: LiveFigures;
  players: Players;
  isolation: Isolation;
  namespaceLookup: NamespaceLookup;
  takeCounts(servers: readonly ServerCounts[]): void;
  takeSdk(event: Omit<Extract<HostingEvent, { t: 'sdk' }>, 't'>): void;
  /** Kept folders: who has which, and how one gets a set. */
  kept: { slots: KeptSlots; claim: ClaimKept };
  onReached(server_id: string): void;
  onPlaced(server_id: string): void;
  onProblem(thrown: unknown): void;
};
type StoredBuild = {
  sha256: string;
  path: string;
  kind: BuildKind;
  content_length: number;
  resources: Resources | undefined;
};

export function openFleet(dependencies: Dependencies, parts: Parts): Fleet | undefined {
  const { folder, regions, fleet } = dependencies;
  if (fleet === undefined) return undefined;
  const { records, host, figures, players, isolation, namespaceLookup } = parts;
  const stored = query<Omit<StoredBuild, 'resources'> & { resources: string | null }>(
    folder.database,
    `SELECT u.sha256, u.path, b.kind, u.content_length, b.resources FROM builds b JOIN uploads u USING (upload_id)
     WHERE b.build_id = ? AND u.complete_ts IS NOT NULL`,
  );
  const buildOf = ({ build_id }: ServerRecord): StoredBuild => {
    const build = stored.one(build_id);
    if (build === undefined) throw new AppError('BUILDS_BUILD_NOT_FOUND', 'server.build-deleted');
    return { ...build, resources: readResources(build.resources) };
  };
  const { driver, times } = 'driver' in fleet ? fleet : onSwarm(fleet, folder.id);
  return createFleet({
    driver,
    ...(times === undefined ? {} : { times }),
    tokens: createHostTokens(folder.key.derive('hosts')),
    records,
    paths: folder.paths,
    host,
    kept: createFleetKept({ ...parts.kept, paths: folder.paths, records, now: dependencies.now }),
    serviceUrl: dependencies.serviceUrl,
    ca: fleet.ca ?? dependencies.ownCertificate,
    regionOf: ({ datacenter_id: id }) => (id === localRegion.region_id ? undefined : regions.name(id)),
    assignment: (server) => {
      const { sha256, path: name, kind, content_length: bytes } = buildOf(server);
      const { serverLimits, mayHostUnisolated } = dependencies;
      const belongs = namespaceLookup.of(server);
      return { server, belongs, build: { sha256, name, kind, bytes }, serverLimits, mayHostUnisolated };
    },
    reserved: (server) => {
      const { resources } = buildOf(server);
      return firstAsked([server.wish.resources, namespaceLookup.of(server).settings?.resources, resources]);
    },
    wanted: ({ namespace_id: id, datacenter_id: regionId }) => ({
      maxPlayers: namespaceLookup.namespace(id)?.max_players ?? 0,
      conditions: regions.conditions(regionId) ?? null,
    }),
    onUsage: figures.takePoints,
    onCounts: (server_id, counts) => {
      parts.takeCounts([{ ...counts, server_id }]);
    },
    onSdk: (server_id, { sdk, players: said }) => parts.takeSdk({ server_id, sdk, players: said }),
    onQueried: players.answer,
    onIsolation: isolation.isolates,
    onReached: parts.onReached,
    onPlaced: parts.onPlaced,
    closeLog: async (server_id) => {
      await figures.end(server_id).catch(parts.onProblem);
      await host.call('closeLog', server_id).catch(parts.onProblem);
    },
    onProblem: parts.onProblem,
    log: dependencies.log,
    now: dependencies.now,
  });
}

/** Several services may share a Swarm. */
function onSwarm(place: Pick<SwarmDriverOptions, 'engine' | 'image'>, owner: string) {
  return { driver: createSwarmDriver({ ...place, owner }), times: undefined };
}

/** The calls that a server itself has to hear; its log is here. */
export function callsOnFleet(host: HostingThread, fleet: () => Fleet | undefined): HostingThread {
  const onFleet = async (there: Fleet, { server_id, ...said }: HostingCalls['type' | 'note']['input']) => {
    if (!there.has(server_id)) return false;
    if ('line' in said) await there.type(server_id, said.line);
    else await there.note(server_id, said.text);
    return true;
  };
  return {
    ...host,
    call: async (name, input, signal) => {
      const there = fleet();
      if (there !== undefined && (name === 'type' || name === 'note')) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as these two have it, and both answer nothing
        if (await onFleet(there, input as HostingCalls['type' | 'note']['input'])) return undefined;
      }
      return await host.call(name, input, signal);
    },
  };
}

export function guardOnFleet(guard: RunningPortRelay, fleet: () => Fleet | undefined): RunningPortRelay {
  const isThere = (server_id: string) => fleet()?.has(server_id) === true;
  return {
    ...guard,
    // Ports are opened and handed on by the host that has them.
    forward: (server_id, ports) => (isThere(server_id) ? undefined : guard.forward(server_id, ports)),
    promote: (server_id) => (isThere(server_id) ? undefined : guard.promote(server_id)),
    setMaxPlayers: async (server_id, maxPlayers) => {
      // A host that is away hears of it when it is back.
      if (isThere(server_id))
        await fleet()
          ?.want(server_id, { maxPlayers })
          .catch(() => undefined);
      else await guard.setMaxPlayers(server_id, maxPlayers);
    },
    setConditions: async (server_id, conditions) => {
      if (fleet() !== undefined) await fleet()?.want(server_id, { conditions: conditions ?? null });
      else await guard.setConditions(server_id, conditions);
    },
    cut: async (server_id, ms) => {
      if (isThere(server_id)) await fleet()?.cut(server_id, ms);
      else await guard.cut(server_id, ms);
    },
  };
}
