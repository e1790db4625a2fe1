// What can be seen of a server from close by (ours): what it uses, who comes through its ports, and the network it is given.
import { z } from 'zod';
import { networkConditions } from '../servers/network-presets.ts';
import { sentence } from '../text/message-schema.ts';
import { optional, u32, u64 } from './common.ts';
import { resources } from './run-settings.ts';
import { serverSdk } from './server-sdk.ts';
import { unixMillis } from './servers.ts';

/** What of its limits a server takes more than it may. */
export const overLimit = z.enum(['memory', 'cpu', 'processes']);

/**
 * What a server used at one moment: millicores, bytes, processes; connections that have lasted long enough to be players, and bytes
 * each way since the point before.
 */
export const usagePoint = z.object({
  at: unixMillis,
  cpu: z.number().min(0),
  memory: z.number().min(0),
  connections: z.number().min(0),
  bytes_in: z.number().min(0),
  bytes_out: z.number().min(0),
});
/** What a server used at one moment. */
export type UsagePoint = z.infer<typeof usagePoint>;

/** What each server of a namespace uses now. */
export const serverUsage = usagePoint.extend({
  id: z.string(),
  processes: u32,
  over: z.array(overLimit),
});
/** What a server uses now. */
export type ServerUsage = z.infer<typeof serverUsage>;

/**
 * Why a player was turned away: all places are taken, the server takes nobody new, there are more connections or UDP sessions than a
 * port holds, or the system had no connection left.
 */
export const refusedWhy = z.enum(['full', 'closed', 'sessions', 'system']);
/** Why a player was turned away. */
export type RefusedWhy = z.infer<typeof refusedWhy>;

/** What came through a guarded port. "In" is from players to the server. */
export const portTraffic = z.object({
  connections: u32,
  connections_total: u64,
  refused: u64,
  bytes_in: u64,
  bytes_out: u64,
  packets_in: u64,
  packets_out: u64,
  dropped: u64,
  first_packet_at: unixMillis.optional(),
  first_packet_from: z.string().optional(),
  last_packet_at: unixMillis.optional(),
  last_refused_at: unixMillis.optional(),
  last_refused_from: z.string().optional(),
  last_refused_why: refusedWhy.optional(),
});
/** What came through a guarded port. */
export type PortTraffic = z.infer<typeof portTraffic>;

/** The network that players of a server are given, as it is read back. */
export const givenNetwork = z.object({
  latency_ms: z.number(),
  jitter_ms: z.number(),
  loss_percent: z.number(),
  duplicate_percent: z.number(),
  reorder_percent: z.number(),
  bandwidth_bits: z.int().optional(),
  seed: z.int().optional(),
});

/** A server that is shared with a network: the address of this machine there, and the numbers of its ports. */
export const serverShare = z.object({ address: z.string(), ports: z.record(z.string(), u32) });
/** A server that is shared with a network. */
export type ServerShare = z.infer<typeof serverShare>;

/** Where a server can be shared: the private addresses of the machine, and where it is now, if anywhere. */
export const serverLan = z.object({ addresses: z.array(z.string()), share: serverShare.optional() });
/** Where a server can be shared. */
export type ServerLan = z.infer<typeof serverLan>;

/** At one of the private addresses of the machine; without one, no more. */
export const shareServerBody = z.object({ address: optional(z.string()) });

/** A port that a server listens on. */
export const heardPort = z.object({ protocol: z.enum(['tcp', 'udp']), port: u32 });
/** A port that a server listens on. */
export type HeardPort = z.infer<typeof heardPort>;

/**
 * A server from close by. `command` is what was started, as a person would type it; `isolation` is what keeps it away from
 * the rest of the machine; `machine` is what that has, which is all that limits a server for which nobody set a limit; `sdk` is what it says of itself through the Agones SDK, while it lives; `lan` is told to the owner alone; `undeclared`
 * are the ports that one listens on for which none is declared, as far as its system tells.
 */
export const inspection = z.object({
  command: z.string().optional(),
  pid: z.int().optional(),
  isolation: z.enum(['wall', 'container', 'none']).optional(),
  machine: resources.optional(),
  usage: serverUsage.optional(),
  traffic: z.record(z.string(), portTraffic),
  network: givenNetwork.optional(),
  cut_until: unixMillis.optional(),
  sdk: serverSdk.optional(),
  lan: serverLan.optional(),
  undeclared: z.array(heardPort).optional(),
});
/** A server from close by. */
export type Inspection = z.infer<typeof inspection>;

/** The network that players of a server are given from now on; without conditions it is as it is. */
export const setNetworkBody = z.object({
  conditions: optional(networkConditions),
  cut_ms: optional(z.int().min(0).max(600_000)),
});
/** The network that players of a server are given. */
export type SetNetworkBody = z.output<typeof setNetworkBody>;

/** A file of a crash bundle, and why it is inside; or why not. */
export const bundleFile = z.object({
  name: z.string(),
  bytes: u64,
  why: sentence,
  optional: z.boolean(),
  left_out: sentence.optional(),
});
/** A file of a crash bundle. */
export type BundleFile = z.infer<typeof bundleFile>;
