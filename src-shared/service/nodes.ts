// Nodes (ours): the machines that servers of a fleet run on, or the one machine of a service without one.
import { z } from 'zod';
import { sentence } from '../text/message-schema.ts';
import { optional, timestamp, uuid } from './common.ts';
import { serverState } from './servers.ts';

/** How a node is: `draining` takes no new servers, and `lost` no longer answers. */
export const nodeState = z.enum(['ready', 'draining', 'lost']);
/** How a node is. */
export type NodeState = z.infer<typeof nodeState>;

/** Thousandths of a core, and megabytes. */
const amount = z.object({ cpu: z.int().min(0), memory: z.int().min(0) });

/** A server as a node has it, with what it is called where it runs. `used` is what it used last; absent until that is known. */
export const nodeServer = z.object({
  id: uuid,
  game_id: uuid,
  environment: uuid,
  game: z.string(),
  namespace: z.string(),
  version: z.string().optional(),
  state: serverState,
  problem: sentence.optional(),
  players: z.int().min(0).optional(),
  reserved: amount,
  used: amount.optional(),
  ends_ts: timestamp.optional(),
});
/** A server as a node has it. */
export type NodeServer = z.infer<typeof nodeServer>;

/** A server that ended with its node, and which one took its place: on which node, once it has one. */
export const lostServer = nodeServer
  .pick({ id: true, game_id: true, environment: true, game: true, namespace: true, version: true })
  .extend({
    ended_ts: timestamp,
    replaced_by: z.object({ id: uuid, state: serverState, node: z.string().optional() }).optional(),
  });
/** A server that ended with its node. */
export type LostServer = z.infer<typeof lostServer>;

/**
 * A node. `reserved` is what is set aside on it for servers of this service, `used` what those use; `seen_ts` is when it last answered, and
 * `lost_ts` since when it does not. `drain` is there where it was asked for here, with the moment at which what is left on it ends.
 */
export const node = z.object({
  id: uuid,
  name: z.string(),
  address: z.string().optional(),
  region: z.string().optional(),
  state: nodeState,
  capacity: amount,
  reserved: amount,
  used: amount,
  seen_ts: timestamp,
  lost_ts: timestamp.optional(),
  drain: z.object({ begin_ts: timestamp, end_ts: timestamp }).optional(),
  servers: z.array(nodeServer),
  lost: z.array(lostServer).optional(),
});
/** A node. */
export type FleetNodeView = z.infer<typeof node>;

/** `fleet`: whether servers run on other nodes at all. `waiting` have no node yet. `problem`: why what is said may be old. */
export const nodeList = z.object({
  fleet: z.boolean(),
  nodes: z.array(node),
  waiting: z.array(nodeServer),
  problem: sentence.optional(),
});
/** The nodes of a service. */
export type NodeList = z.infer<typeof nodeList>;

/** A year; whoever wants to wait longer does not want to drain. */
const LONGEST_DRAIN_MS = 31_536_000_000;

/** The milliseconds after which servers that still have players end; an hour unless given, and 0 ends them now. */
export const drainNodeBody = z.object({ limit: optional(z.int().min(0).max(LONGEST_DRAIN_MS)) });

/** What is typed on a machine that is to be a node: `load` where it has to be given the image first, `command` to join. */
export const joinGuide = z.object({ command: z.string(), image: z.string(), load: z.string().optional() });
/** What is typed on a machine that is to be a node. */
export type JoinGuideView = z.infer<typeof joinGuide>;
