// The nodes with what runs on them: of a fleet, or the one machine of a service without one. Rules only; no HTTP.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { DEFAULT_DRAIN_LIMIT_MS } from '../../../src-shared/nodes/default-drain-limit.ts';
import type { JoinGuideView, LostServer, NodeList, NodeServer } from '../../../src-shared/service/nodes.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { answered } from '../../platform/front/answered-message.ts';
import { given } from '../../platform/http/optional-field.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { KnownNode } from '../../runtime/nodes/known-nodes.ts';
import type { Nodes } from '../../runtime/nodes/nodes.ts';
import { BYTES_PER_MEGABYTE } from '../../runtime/runner/server-limits.ts';
import type { ServerRecords } from '../../runtime/server-records/records.ts';
import type { ServerRecord } from '../../runtime/server-records/store.ts';
import { firstAsked } from '../../runtime/server-runs/gather-run-settings.ts';
import { type BelongingsStore, createBelongingsStore } from './store.ts';

type Amount = { cpu: number; memory: number };
type NodeServiceParts = {
  /** Undefined where servers run in the process of the service. */
  nodes: Nodes | undefined;
  records: ServerRecords;
  belongings: BelongingsStore;
  figures: { now(server_id: string): Amount | undefined };
  players: { of(server_id: string): { now: number } | undefined };
  supervisor: { endsBy(server_id: string): number | undefined };
  machineResources: Amount;
  now(): number;
};
export type NodeService = ReturnType<typeof createNodeService>;

/** The one machine of a service without a fleet. */
const THIS_MACHINE = 'local';
/** A host may be given up a little before its node is. */
const BEFORE_LOST_MS = 60_000;
/** How the end of a server whose node went is said. */
const LOST = new Set(['fleet.host-lost', 'fleet.host-over']);

export function createNodeService(database: Database, others: Omit<NodeServiceParts, 'belongings'>) {
  const parts: NodeServiceParts = { ...others, belongings: createBelongingsStore(database) };
  const { nodes, records } = parts;
  const fleet = () => {
    if (nodes === undefined) throw new AppError('NODES_NOT_OFFERED');
    return nodes;
  };
  /** The node by its engine's own id. */
  const find = async (id: string): Promise<string> => {
    const known = nodes === undefined ? [thisMachine(parts)] : (await nodes.list()).nodes;
    const found = known.find(({ node_id }) => idOf(node_id) === id);
    if (found === undefined) throw new AppError('NODE_NOT_FOUND');
    return found.node_id;
  };
  return {
    /** What the node of a server is called; undefined where there are none, and where it is not known any more. */
    nodeOf: ({ node_id }: Pick<ServerRecord, 'node_id'>): Server['node'] => {
      const name = nodes?.nameOf(node_id);
      return node_id === null || name === undefined ? undefined : { id: idOf(node_id), name };
    },
    list: async (): Promise<NodeList> => {
      const shape = shapeWith(parts);
      const alive = records.allAlive();
      if (nodes === undefined)
        return { fleet: false, nodes: [viewOf(thisMachine(parts), alive.map(shape), undefined)], waiting: [] };
      const { nodes: known, problem } = await nodes.list();
      const views = known
        .toSorted((a, b) => a.name.localeCompare(b.name) || a.node_id.localeCompare(b.node_id))
        .map((node) => {
          const here = alive.filter(({ node_id: id }) => id === node.node_id).map(shape);
          return viewOf(node, here, node.lost_ts === null ? undefined : lostOn(parts, node, shape));
        });
      const waiting = alive.filter(({ node_id: id }) => id === null).map(shape);
      return { fleet: true, nodes: views, waiting, ...(problem && { problem: answered(problem) }) };
    },
    drain: async (node_id: string, limitMs: number | undefined): Promise<void> => {
      const found = await find(node_id);
      await fleet().drain(found, limitMs ?? DEFAULT_DRAIN_LIMIT_MS);
    },
    resume: async (node_id: string): Promise<void> => {
      const found = await find(node_id);
      await fleet().resume(found);
    },
    howToJoin: async (): Promise<JoinGuideView> => {
      const { command, image, isPulled } = await fleet().howToJoin();
      return { command, image, ...(isPulled ? {} : { load: `docker save ${image} | ssh NODE docker load` }) };
    },
  };
}

function thisMachine({ machineResources, now }: NodeServiceParts): KnownNode {
  return {
    node_id: THIS_MACHINE,
    name: hostname(),
    state: 'ready',
    capacity: machineResources,
    seen_ts: now(),
    lost_ts: null,
    drain_ts: null,
    drain_end_ts: null,
  };
}

/** Engines have ids of their own shapes; ours are all UUIDs, and always the same for a node. */
function idOf(node_id: string): string {
  const hex = createHash('sha256').update(node_id).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function viewOf(node: KnownNode, servers: NodeServer[], lost: LostServer[] | undefined): NodeList['nodes'][number] {
  const { node_id, name, address, region, state, capacity, seen_ts: seen, lost_ts: since } = node;
  const { drain_ts: begun, drain_end_ts: end } = node;
  return {
    id: idOf(node_id),
    name,
    ...given('address', address),
    ...given('region', region),
    state,
    capacity,
    reserved: sumOf(servers.map(({ reserved }) => reserved)),
    used: sumOf(servers.flatMap(({ used }) => used ?? [])),
    seen_ts: timestampOf(seen),
    ...given('lost_ts', since === null ? null : timestampOf(since)),
    ...given(
      'drain',
      begun === null || end === null ? null : { begin_ts: timestampOf(begun), end_ts: timestampOf(end) },
    ),
    servers,
    ...given('lost', lost),
  };
}

function sumOf(amounts: readonly Amount[]): Amount {
  const sum = { cpu: 0, memory: 0 };
  for (const { cpu, memory } of amounts) {
    sum.cpu += cpu;
    sum.memory += memory;
  }
  return sum;
}

type Shape = (server: ServerRecord) => NodeServer;

function lostOn({ records, nodes }: NodeServiceParts, { node_id, lost_ts: since }: KnownNode, shape: Shape) {
  const lost = records
    .lostOn(node_id, (since ?? 0) - BEFORE_LOST_MS)
    .filter(({ problem }) => typeof problem === 'object' && LOST.has(problem?.reason ?? ''));
  const namespaces = [...new Set(lost.map(({ namespace_id: id }) => id))];
  const replacements = findReplacements(lost, namespaces.flatMap(records.list));
  return lost.map((server): LostServer => {
    const { id, game_id, environment, game, namespace, version } = shape(server);
    const next = replacements.get(server.server_id);
    const node = next && nodes?.nameOf(next.node_id);
    return {
      id,
      game_id,
      environment,
      game,
      namespace,
      ...given('version', version),
      ended_ts: timestampOf(server.destroy_ts ?? 0),
      ...given('replaced_by', next && { id: next.server_id, state: next.state, ...given('node', node) }),
    };
  });
}

/** What many servers share is looked up once. */
function shapeWith({ belongings, figures, players, supervisor }: NodeServiceParts): Shape {
  const found = new Map<string, Named>();
  const named = ({ namespace_id, version_id, build_id }: ServerRecord): Named => {
    const key = `${namespace_id} ${version_id} ${build_id}`;
    const known = found.get(key) ?? nameOf(belongings(namespace_id, version_id, build_id));
    found.set(key, known);
    return known;
  };
  return (server) => {
    const { resources, ...names } = named(server);
    const { server_id: id, game_id, namespace_id: environment, state, problem, wish } = server;
    const used = figures.now(id);
    const end = supervisor.endsBy(id);
    return {
      id,
      game_id,
      environment,
      ...names,
      state,
      ...given('problem', problem && answered(problem)),
      ...given('players', players.of(id)?.now),
      reserved: reservedOf([wish.resources, ...resources]),
      ...given('used', used && { cpu: Math.round(used.cpu), memory: Math.round(used.memory / BYTES_PER_MEGABYTE) }),
      ...given('ends_ts', end === undefined ? undefined : timestampOf(end)),
    };
  };
}

/** As its host asks the engine for it. */
function reservedOf(asked: Parameters<typeof firstAsked>[0]): Amount {
  const { cpu = 0, memory = 0 } = firstAsked(asked);
  return { cpu, memory };
}

/** `resources`: what its version asks for, and then its build. */
type Named = Pick<NodeServer, 'game' | 'namespace' | 'version'> & { resources: Parameters<typeof firstAsked>[0] };

function nameOf(row: ReturnType<BelongingsStore>): Named {
  if (row === undefined) return { game: '', namespace: '', resources: [] };
  const { game, namespace, version, ofVersion, ofBuild } = row;
  return { game, namespace, ...given('version', version), resources: [ofVersion, ofBuild] };
}

type Lost = { server_id: string; namespace_id: string; kept: boolean; destroy_ts: number | null };
type Candidate = { server_id: string; namespace_id: string; kept: boolean; create_ts: number };

/**
 * Which server took the place of one that ended with its node: of those that a namespace keeps, the first to be started after its end,
 * each for one.
 */
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
