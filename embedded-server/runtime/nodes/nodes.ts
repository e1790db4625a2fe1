// The nodes of a fleet as the service has them: which there are, and which of them are to be left.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FleetDriver, JoinGuide } from '../fleet/fleet-driver.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { type DrainParts, holdDrains, moveOff, type NodeDrains, stayOnNode, timeLeftOn } from './drain-node.ts';
import { createKnownNodes, type KnownNode, type KnownNodes } from './known-nodes.ts';
import { createNodeStore } from './node-store.ts';

export type NodeTimes = {
  /** How often nodes are looked at while nobody asks. */
  lookMs: number;
  /** A server that a call created stays on a drained node until it ran this long (drain-node.ts). */
  youngMs: number;
};
const LOOK_MS = 10_000;

export type NodeParts = DrainParts & {
  database: Database;
  driver: Pick<FleetDriver, 'nodes' | 'howToJoin'>;
  times?: Partial<NodeTimes> | undefined;
};
export type Nodes = ReturnType<typeof createNodes>;

/** A list that somebody asks for is as new as this. */
const FRESH_MS = 1_000;

export function createNodes(parts: NodeParts) {
  const { lookMs = LOOK_MS, youngMs } = parts.times ?? {};
  const ends = new Map<string, NodeJS.Timeout>();
  const known = createKnownNodes({
    driver: parts.driver,
    store: createNodeStore(parts.database),
    now: parts.now,
    onLooked: (nodes) => holdDrains(drains, nodes),
  });
  const drains: NodeDrains = { parts, youngMs, known, ends };
  let timer: NodeJS.Timeout | undefined;
  const nameOf = (node_id: string | null) => (node_id === null ? undefined : known.one(node_id)?.name);
  return {
    list: async (): Promise<{ nodes: KnownNode[]; problem: Message | undefined }> => await known.atMostOld(FRESH_MS),
    nameOf,
    howToJoin: async (): Promise<JoinGuide> => await parts.driver.howToJoin(),
    /** For how long a server may stay on its node; undefined where nobody wants that node empty. */
    leavesWithin: (server: Pick<ServerRecord, 'node_id'>): number | undefined => timeLeftOn(drains, server),
    /** The engine first: where it does not do it, nothing has changed. */
    drain: async (node_id: string, limitMs: number): Promise<void> => {
      await find(known, node_id);
      await parts.driver.setOpen(node_id, false);
      const node = await find(known, node_id);
      const now = parts.now();
      const before = node.drain_end_ts;
      const isLost = node.state === 'lost';
      known.put({
        ...node,
        state: isLost ? 'lost' : 'draining',
        drain_ts: node.drain_ts ?? now,
        drain_end_ts: now + limitMs,
      });
      moveOff(drains, node_id, before ?? undefined);
    },
    /** The record first: a look at this moment must not close the node again. */
    resume: async (node_id: string): Promise<void> => {
      const node = await find(known, node_id);
      known.put({ ...node, drain_ts: null, drain_end_ts: null });
      clearTimeout(ends.get(node_id));
      ends.delete(node_id);
      await parts.driver.setOpen(node_id, true);
      await known.look();
      stayOnNode(drains, node_id);
    },
    /** It is known where a server is. */
    onPlaced: (server_id: string): void => {
      const server = parts.records.one(server_id);
      if (server?.node_id === null || server?.node_id === undefined) return;
      if (known.one(server.node_id) === undefined) void known.look();
      if (timeLeftOn(drains, server) !== undefined) moveOff(drains, server.node_id);
    },
    /** Why a server is not there any more that had to leave its node; undefined of any other. */
    whyLeft: ({ exit, problem, ...server }: ServerRecord): Message | undefined => {
      // One that a person restarts ends as its policy says as well.
      if (exit?.by !== 'policy' || exit.asked !== undefined || problem !== null) return undefined;
      if (timeLeftOn(drains, server) === undefined) return undefined;
      return messageFor('fleet.left-drained-node', { node: nameOf(server.node_id) ?? '' });
    },
    /** Goes on with what was asked for before the service was started. */
    start: (): void => {
      for (const { node_id, drain_ts: begun } of known.all()) if (begun !== null) moveOff(drains, node_id);
      void known.look();
      timer = setInterval(() => void known.look(), lookMs).unref();
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      for (const end of ends.values()) clearTimeout(end);
      await known.settled();
    },
  };
}

async function find(known: KnownNodes, node_id: string): Promise<KnownNode> {
  if (known.one(node_id) === undefined) await known.look();
  const found = known.one(node_id);
  if (found === undefined) throw new AppError('NODE_NOT_FOUND');
  return found;
}
