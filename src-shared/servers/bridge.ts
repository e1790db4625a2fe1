// Servers as the window follows and changes them: those of a namespace, one from close by, what it writes, and those that were
// added by their id on instances that do not list theirs.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { build } from '../service/builds.ts';
import { datacenter } from '../service/regions.ts';
import { consoleLine } from '../service/run-settings.ts';
import { inspection, serverUsage, setNetworkBody, usagePoint } from '../service/server-inspection.ts';
import { createServerBody, server } from '../service/servers.ts';
import { typedId, typedSearch } from '../typed-fields.ts';
import { logExtent, logLine, readLog, searchAnswer, searchLog } from './log.ts';

const id = z.string().min(1).max(200);

/** Where a server is. */
export const serverPlace = z.object({ game_id: id, environment_id: id, server_id: id });
export type ServerPlace = z.infer<typeof serverPlace>;

/** How fresh something followed is: when it was last read, and since when that fails, in Unix milliseconds, and why. */
const freshness = z.object({
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  problem: errorBody.optional(),
});

/** A server that is read again and again, as it cannot be watched. Null until it was read. */
export const pinnedServer = serverPlace.extend({ id: z.string(), server: server.nullable(), ...freshness.shape });
export type PinnedServer = z.infer<typeof pinnedServer>;

/** A namespace of an instance. */
export const namespacePlace = z.object({ instance_id: id, game_id: id, namespace_id: id });
export type NamespacePlace = z.infer<typeof namespacePlace>;

/** A server of a namespace of an instance. */
export const serverTarget = namespacePlace.extend({ server_id: id });
export type ServerTarget = z.infer<typeof serverTarget>;

/** How the list of servers is followed. */
export const serversState = freshness;
export type ServersState = z.infer<typeof serversState>;

/** One server from close by, with what it used in the last minutes. What its instance does not tell is null. */
export const serverDetail = freshness.extend({
  server: server.nullable(),
  inspection: inspection.nullable(),
  points: z.array(usagePoint),
});
export type ServerDetail = z.infer<typeof serverDetail>;

/** The newest lines of a log, and which lines it has. Lines between two changes may be missing here; they can be read. */
export const logNews = freshness.extend({ extent: logExtent.nullable(), lines: z.array(logLine) });
export type LogNews = z.infer<typeof logNews>;

/** What a new server can be made of. */
export const serverChoices = z.object({ builds: z.array(build), datacenters: z.array(datacenter) });
export type ServerChoices = z.infer<typeof serverChoices>;

/** The network that a person gives to players; what it does not say stays out. */
export type SetNetwork = z.input<typeof setNetworkBody>;

/** The name id of a protected namespace has to come with the request. */
const ending = serverTarget.extend({ confirm: z.string().optional() });

const pin = serverPlace.extend({ instance_id: z.string(), server_id: typedId });
const search = searchLog.extend({ text: typedSearch.optional(), regex: typedSearch.optional() });

const sharedPort = z.object({ name: z.string(), protocol: z.enum(['tcp', 'udp']), port: z.int() });
/** A port of a shared server, and whether it answered. */
export const sharedAnswer = sharedPort.extend({ isOpen: z.boolean() });
export type SharedPort = z.infer<typeof sharedPort>;
export type SharedAnswer = z.infer<typeof sharedAnswer>;

/** Calls about servers. */
export const serverCalls = {
  'servers.pin': call(pin, z.void()),
  'servers.unpin': call(pin, z.void()),
  /** The builds and datacenters of a namespace. */
  'servers.choices': call(namespacePlace, serverChoices),
  'servers.create': call(namespacePlace.extend({ body: createServerBody }), z.object({ server_id: z.string() })),
  /** Ends a server, and kills it when its grace is over; without one, its own counts. 0 kills at once. */
  'servers.stop': call(ending.extend({ grace_ms: z.int().min(0).max(7_199_999).optional() }), z.void()),
  /** Ends a server and starts another in the same way, whose id is answered. */
  'servers.restart': call(ending, z.object({ server_id: z.string() })),
  'servers.setNetwork': call(serverTarget.extend({ network: setNetworkBody }), z.void()),
  /** Opens the server to the network at this address of the machine, or no more. */
  'servers.share': call(serverTarget.extend({ address: z.string().optional() }), z.void()),
  /** Whether the ports of a shared server answer at their address, as far as this machine can tell. */
  'servers.testShare': call(z.object({ address: z.string(), ports: z.array(sharedPort) }), z.array(sharedAnswer)),
  'servers.type': call(serverTarget.extend({ line: consoleLine }), z.void()),
  'servers.readLog': call(
    serverTarget.extend({ read: readLog }),
    z.object({ lines: z.array(logLine), extent: logExtent }),
  ),
  'servers.searchLog': call(serverTarget.extend({ search }), searchAnswer),
};

/** Topics about servers. All of them are read only while somebody looks. */
export const serverTopics = {
  servers: listTopic(namespacePlace, server),
  'servers.state': valueTopic(namespacePlace, serversState),
  /** What each uses now. One whose figures stay is not reported again, so its `at` may be old. */
  'servers.usage': listTopic(namespacePlace, serverUsage),
  'servers.detail': valueTopic(serverTarget, serverDetail),
  'servers.log': valueTopic(serverTarget, logNews),
  'servers.pinned': listTopic(z.object({ instance_id: z.string() }), pinnedServer),
};
