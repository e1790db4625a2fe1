// The nodes of a fleet as the service has them: which there are, which are to be left, and that servers do leave those.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FleetDriver, JoinGuide } from '../fleet/fleet-driver.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Supervisor } from '../server-runs/supervisor.ts';
import { createKnownNodes, type KnownNode, type KnownNodes } from './known-nodes.ts';
import { createNodeStore } from './node-store.ts';

export type NodeTimes = {
  /** How often nodes are looked at while nobody asks. */
  lookMs: number;
  /** A server that a call created is made for players who are about to come: it is not drained before it ran this long. */
  youngMs: number;
};
const usualTimes: NodeTimes = { lookMs: 10_000, youngMs: 60_000 };

export type NodeParts = {
  database: Database;
  driver: Pick<FleetDriver, 'nodes' | 'setOpen' | 'howToJoin'>;
  records: ServerRecords;
  supervisor: Pick<Supervisor, 'stop' | 'drain' | 'resume' | 'relimit' | 'endsBy'>;
  /** Checks again what a namespace should run. */
  lookAt(namespace_id: string): void;
  maxPlayers(namespace_id: string): number;
  onProblem(thrown: unknown): void;
  now(): number;
  times?: Partial<NodeTimes> | undefined;
};
export type Nodes = ReturnType<typeof createNodes>;

/** A list that somebody asks for is as new as this. */
const FRESH_MS = 1_000;
/** Servers end at the moment that they were told of, give or take this. */
const SAME_MOMENT_MS = 2_000;
/** A longer wait would run at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

type State = { parts: NodeParts; times: NodeTimes; known: KnownNodes; ends: Map<string, NodeJS.Timeout> };

export function createNodes(parts: NodeParts) {
  const times = { ...usualTimes, ...parts.times };
  const ends = new Map<string, NodeJS.Timeout>();
  const known = createKnownNodes({
    driver: parts.driver,
    store: createNodeStore(parts.database),
    now: parts.now,
    onLooked: (nodes) => holdDrains(state, nodes),
  });
  const state: State = { parts, times, known, ends };
  let timer: NodeJS.Timeout | undefined;
  const nameOf = (node_id: string | null) => (node_id === null ? undefined : known.one(node_id)?.name);
  return {
    list: async (): Promise<{ nodes: KnownNode[]; problem: Message | undefined }> => await known.atMostOld(FRESH_MS),
    nameOf,
    howToJoin: async (): Promise<JoinGuide> => await parts.driver.howToJoin(),
    /** For how long a server may stay on its node; undefined where nobody wants that node empty. */
    leavesWithin: (server: Pick<ServerRecord, 'node_id'>): number | undefined => leavesWithin(state, server),
    /** The engine first: where it does not do it, nothing has changed. */
    drain: async (node_id: string, limitMs: number): Promise<void> => {
      await find(state, node_id);
      await parts.driver.setOpen(node_id, false);
      const node = await find(state, node_id);
      const now = parts.now();
      const before = node.drain_end_ts;
      const isLost = node.state === 'lost';
      known.put({
        ...node,
        state: isLost ? 'lost' : 'draining',
        drain_ts: node.drain_ts ?? now,
        drain_end_ts: now + limitMs,
      });
      moveOff(state, node_id, before ?? undefined);
    },
    /** The record first: a look at this moment must not close the node again. */
    resume: async (node_id: string): Promise<void> => {
      const node = await find(state, node_id);
      known.put({ ...node, drain_ts: null, drain_end_ts: null });
      clearTimeout(ends.get(node_id));
      ends.delete(node_id);
      await parts.driver.setOpen(node_id, true);
      await known.look();
      for (const server of serversOn(parts, node_id).filter(isDraining)) stayOn(parts, server);
    },
    /** It is known where a server is. */
    onPlaced: (server_id: string): void => {
      const server = parts.records.one(server_id);
      if (server?.node_id === null || server?.node_id === undefined) return;
      if (known.one(server.node_id) === undefined) void known.look();
      if (leavesWithin(state, server) !== undefined) moveOff(state, server.node_id);
    },
    /** Why a server is not there any more that had to leave its node; undefined of any other. */
    whyLeft: ({ exit, problem, ...server }: ServerRecord): Message | undefined => {
      // One that a person restarts ends as its policy says as well.
      if (exit?.by !== 'policy' || exit.asked !== undefined || problem !== null) return undefined;
      if (leavesWithin(state, server) === undefined) return undefined;
      return messageFor('fleet.left-drained-node', { node: nameOf(server.node_id) ?? '' });
    },
    /** Goes on with what was asked for before the service was started. */
    start: (): void => {
      for (const { node_id, drain_ts: begun } of known.all()) if (begun !== null) moveOff(state, node_id);
      void known.look();
      timer = setInterval(() => void known.look(), times.lookMs).unref();
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      for (const end of ends.values()) clearTimeout(end);
      await known.settled();
    },
  };
}

async function find({ known }: State, node_id: string): Promise<KnownNode> {
  if (known.one(node_id) === undefined) await known.look();
  const found = known.one(node_id);
  if (found === undefined) throw new AppError('NODE_NOT_FOUND');
  return found;
}

function leavesWithin({ parts, known }: State, { node_id }: Pick<ServerRecord, 'node_id'>): number | undefined {
  const end = node_id === null ? null : (known.one(node_id)?.drain_end_ts ?? null);
  return end === null ? undefined : Math.max(0, end - parts.now());
}

function serversOn({ records }: NodeParts, node_id: string): ServerRecord[] {
  return records.allAlive().filter((server) => server.node_id === node_id);
}

/** A node that was opened again behind our back is closed, and servers that have come of age leave. */
async function holdDrains(state: State, nodes: readonly KnownNode[]): Promise<void> {
  const { driver, onProblem } = state.parts;
  for (const { node_id, state: present } of nodes) {
    if (state.known.one(node_id)?.drain_ts === null) continue;
    if (present === 'ready') await driver.setOpen(node_id, false).catch(onProblem);
    moveOff(state, node_id);
  }
}

/** Safe to repeat. `before`: when they were to be off it until now. */
function moveOff(state: State, node_id: string, before?: number): void {
  const { parts, known, ends } = state;
  const end = known.one(node_id)?.drain_end_ts ?? null;
  if (end === null) return;
  const leftMs = Math.max(0, end - parts.now());
  const servers = serversOn(parts, node_id);
  clearTimeout(ends.get(node_id));
  if (leftMs === 0) {
    for (const { server_id: id, kill_timeout: graceMs } of servers) parts.supervisor.stop(id, 'policy', graceMs);
    return;
  }
  ends.set(node_id, setTimeout(() => moveOff(state, node_id), Math.min(leftMs, LONGEST_TIMER_MS)).unref());
  for (const { server_id: id } of servers.filter(isDraining)) relimit(parts, id, leftMs, before);
  const others = servers.filter((server) => !isDraining(server));
  drainOthers(state, others, leftMs);
}

/** Of those that namespaces keep, their rules know what has to be there first. */
function drainOthers(state: State, servers: readonly ServerRecord[], leftMs: number): void {
  const { supervisor, lookAt } = state.parts;
  const created = servers.filter(({ kept }) => !kept);
  for (const server of created) if (!isYoung(state, server)) supervisor.drain(server.server_id, leftMs);
  const namespaces = new Set(servers.filter(({ kept }) => kept).map(({ namespace_id: id }) => id));
  for (const namespace_id of namespaces) lookAt(namespace_id);
}

function isDraining({ state }: ServerRecord): boolean {
  return state === 'draining';
}

/** What ends with its node follows when that is put off. What ends earlier has reasons of its own. */
function relimit({ supervisor, now }: NodeParts, server_id: string, leftMs: number, before: number | undefined): void {
  const endsBy = supervisor.endsBy(server_id);
  const isOfNode = before !== undefined && endsBy !== undefined && Math.abs(endsBy - before) < SAME_MOMENT_MS;
  if (isOfNode || (endsBy ?? 0) > now() + leftMs + SAME_MOMENT_MS) supervisor.relimit(server_id, leftMs);
}

function isYoung({ parts, times }: State, { start_ts: start }: ServerRecord): boolean {
  return start === null || parts.now() - start < times.youngMs;
}

function stayOn({ supervisor, lookAt, maxPlayers }: NodeParts, { server_id, namespace_id, kept }: ServerRecord): void {
  if (kept) lookAt(namespace_id);
  else supervisor.resume(server_id, maxPlayers(namespace_id));
}
