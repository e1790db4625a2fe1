// Answers the calls that look at a server from close by: what it uses, its traffic, the network it is given.
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { HeardPort, Inspection } from '../../../src-shared/service/server-inspection.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { HostingThread } from '../../runtime/hosting-thread/open-hosting-thread.ts';
import type { ServerRecord } from '../../runtime/server-records/store.ts';
import type { Shares } from '../../runtime/server-runs/shares.ts';
import type { LiveFigures } from '../../runtime/watching/live-figures.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import type { ServerService } from './service.ts';

/** The network that a server's players are given, while it is another than it is. */
export type GivenNetwork = { conditions: NetworkConditions | undefined; cutUntil: number | undefined };

type Parts = {
  servers: ServerService;
  namespaces: NamespaceService;
  figures: LiveFigures;
  networks: {
    of(server_id: string): GivenNetwork | undefined;
    set(server_id: string, conditions: NetworkConditions | undefined): Promise<void>;
    cut(server_id: string, ms: number): Promise<void>;
  };
  shares: Shares;
  machineResources: Resources;
  host: HostingThread;
  isolationOf(server_id: string): Inspection['isolation'];
  sdkOf(server_id: string): Inspection['sdk'];
};
type Served =
  | 'listServerUsage'
  | 'inspectServer'
  | 'getServerUsage'
  | 'setServerNetwork'
  | 'shareServer'
  | 'typeIntoServer';
type Place = { game_id: string; environment_id: string };

export function inspectionHandlers({
  servers,
  namespaces,
  figures,
  networks,
  shares,
  machineResources,
  host,
  isolationOf,
  sdkOf,
}: Parts): SomeHandlers<Served> {
  const find = (params: Place & { server_id: string }) => servers.one(namespaces.environment(params), params.server_id);
  /** The addresses of this machine are nobody's business but its owner's. */
  const lanOf = (server: ServerRecord) => (server.destroy_ts === null ? shares.of(server) : undefined);
  return {
    listServerUsage: ({ params }) => ({
      servers: figures.ofNamespace(namespaces.environment(params).namespace_id),
    }),
    inspectServer: async ({ params }, { caller }) => {
      const server = find(params);
      const { server_id: id, pid, command } = server;
      const given = networks.of(id);
      const known = {
        isolation: isolationOf(id),
        // A node has its own, and its servers are limited by that.
        machine: server.node_id === null ? machineResources : undefined,
        usage: figures.now(id),
        sdk: sdkOf(id),
        network: given?.conditions && readBack(given.conditions),
        cut_until: given?.cutUntil,
        lan: caller.kind === 'owner' ? lanOf(server) : undefined,
        undeclared: await undeclaredPorts(host, server),
      };
      return {
        inspection: {
          ...(command === null ? {} : { command }),
          ...(pid === null ? {} : { pid }),
          ...withoutAbsent(known),
          traffic: await figures.traffic(id),
        },
      };
    },
    getServerUsage: async ({ params, query }) => ({
      points: await figures.points(find(params).server_id, query.since ?? 0),
    }),
    setServerNetwork: async ({ params, body }) => {
      const server = find(params);
      servers.refuseEnded(server);
      await networks.set(server.server_id, body.conditions);
      if (body.cut_ms !== undefined) await networks.cut(server.server_id, body.cut_ms);
      return {};
    },
    shareServer: async ({ params, body }) => {
      const server = find(params);
      servers.refuseEnded(server);
      const share = await shares.set(server, body.address);
      return share === undefined ? {} : { share };
    },
    typeIntoServer: async ({ params, body }) => {
      const server = find(params);
      servers.refuseEnded(server);
      await host.call('type', { server_id: server.server_id, line: body.line });
      return {};
    },
  };
}

/** Below what systems give to sockets that send without a number of their own, as over UDP they look like those that listen. */
const GIVEN_FROM = 32_768;

/** Undefined of one that has ports, which may well listen on others as well, and where there is nothing to tell. */
async function undeclaredPorts(
  host: HostingThread,
  { server_id, ports, pid, destroy_ts: ended }: ServerRecord,
): Promise<HeardPort[] | undefined> {
  if (ended !== null || pid === null || Object.keys(ports).length > 0) return undefined;
  const open = await host.call('openPorts', server_id);
  const heard = open.filter(({ protocol, port }) => protocol === 'tcp' || port < GIVEN_FROM);
  // One that listens at several addresses is told once.
  const each = new Map(heard.map(({ protocol, port }) => [`${port} ${protocol}`, { protocol, port }]));
  return each.size === 0 ? undefined : [...each.values()].toSorted((a, b) => a.port - b.port);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(known: T): Present<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is left out
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Present<T>;
}

function readBack({ bandwidth_bits: bandwidth, seed, ...rest }: NetworkConditions) {
  return {
    ...rest,
    ...(bandwidth === undefined ? {} : { bandwidth_bits: bandwidth }),
    ...(seed === undefined ? {} : { seed }),
  };
}
