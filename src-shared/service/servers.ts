// Dynamic servers: how they look, how they are asked for, and what they wrote.
import { z } from 'zod';
import { sentence } from '../text/message-schema.ts';
import { optional, timestamp, u32, uuid, watch } from './common.ts';
import { changedBy, changedFrom } from './namespaces.ts';
import {
  lifecycleRequest,
  networkMode,
  portNumber,
  portProtocol,
  portRequests,
  resources,
  resourcesRequest,
  routing,
  runArguments,
  runEnvironment,
  tags,
} from './run-settings.ts';

/** A moment in Unix milliseconds, which dynamic servers use where all else has timestamps. */
export const unixMillis = z.int().min(0);

/** So many are answered at once, newest first; the rest come by the id of the last one. */
export const SERVERS_AT_ONCE = 1000;

/** A port of a server. Its public side appears once it can be reached. */
export const serverPort = z.object({
  protocol: portProtocol,
  internal_port: portNumber.optional(),
  public_hostname: z.string().optional(),
  public_port: portNumber.optional(),
  routing,
});
/** A port of a server. */
export type ServerPort = z.infer<typeof serverPort>;

/** The states of a server that has not ended. */
export const livingStates = ['preparing', 'starting', 'silent', 'running', 'draining', 'stopping'] as const;

/**
 * Where a server is in its life (ours). `silent` runs without listening on what it was given; `exited` ended by itself with
 * code 0; `stopped` was asked to; `failed` never ran.
 */
export const serverState = z.enum([...livingStates, ...(['exited', 'stopped', 'crashed', 'failed'] as const)]);
/** Where a server is in its life. */
export type ServerState = z.infer<typeof serverState>;

/** What a person asked for that ended a server (ours), who it was and from where. */
export const askedToEnd = z.object({
  to: z.enum(['stop', 'kill', 'restart']),
  by: changedBy,
  from: changedFrom.optional(),
});
/** What a person asked for that ended a server. */
export type AskedToEnd = z.infer<typeof askedToEnd>;

/** How a server ended (ours): by its code or a signal, if it ever ran; who ended it, and who asked for that. */
export const serverExit = z.object({
  code: z.int().optional(),
  signal: z.string().optional(),
  out_of_memory: z.boolean(),
  by: z.enum(['itself', 'you', 'policy', 'slipway', 'limit']),
  asked: askedToEnd.optional(),
});
/** How a server ended, and who ended it. */
export type ServerExit = z.infer<typeof serverExit>;

/** Who plays on a server (ours), as the guard of its ports counts: live connections, and those it turned away. */
export const serverPlayers = z.object({ now: u32, limit: u32, refused: z.int().min(0) });
/** Who plays on a server. */
export type ServerPlayers = z.infer<typeof serverPlayers>;

/**
 * A dynamic server, running or ended. Where nothing limits it, `resources` is what its machine has. From `state` on the fields are ours, and absent at other
 * services; `problem` and `hint` are sentences. `kept` says that the policy of its namespace keeps it;
 * `ends_by` is the moment at which one that is to end is killed, or no longer waits for its players. `node` is where it runs, or ran: absent where servers
 * run on the machine of the service, and as long as it has no place.
 */
export const server = z.object({
  id: uuid,
  environment: uuid,
  datacenter: uuid,
  created_at: unixMillis,
  started_at: unixMillis.optional(),
  destroyed_at: unixMillis.optional(),
  tags: z.record(z.string(), z.string()),
  lifecycle: z.object({ kill_timeout: z.int().min(0).optional() }),
  network: z.object({ mode: networkMode.optional(), ports: z.record(z.string(), serverPort) }),
  resources,
  runtime: z.object({
    build: uuid,
    arguments: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string()).optional(),
  }),
  state: serverState.optional(),
  problem: sentence.optional(),
  hint: sentence.optional(),
  exit: serverExit.optional(),
  version: uuid.optional(),
  kept: z.boolean().optional(),
  players: serverPlayers.optional(),
  ends_by: unixMillis.optional(),
  node: z.object({ id: uuid, name: z.string() }).optional(),
});
/** A dynamic server, running or ended. */
export type Server = z.infer<typeof server>;

/** What a new server is made of. */
export const createServerBody = z.object({
  datacenter: z.string(),
  tags,
  runtime: z.object({
    build: z.string(),
    arguments: optional(runArguments),
    environment: optional(runEnvironment),
  }),
  network: z.object({ mode: optional(networkMode), ports: portRequests }),
  resources: optional(resourcesRequest),
  lifecycle: optional(lifecycleRequest),
});
/** What a new server is made of. */
export type CreateServerBody = z.output<typeof createServerBody>;

/** The two outputs of a server. */
export const logStream = z.enum(['std_out', 'std_err']);
/** One of the two outputs of a server. */
export type LogStream = z.infer<typeof logStream>;

/** What a server wrote, oldest line first. Lines are base64, since they may be any bytes. */
export const serverLogs = z
  .object({ lines: z.array(z.base64()), timestamps: z.array(timestamp), watch })
  .refine((logs) => logs.lines.length === logs.timestamps.length, 'Expected one timestamp for each line.');
