// How a server is run: the same fields in a create call, in a version's configuration and in a build's own slipway.json, which has
// more of its own: see build-manifest.ts.
import { z } from 'zod';
import { optional, u32 } from './common.ts';
import { findPortFaults } from './port-faults.ts';
import { limitedMap, limitedTexts } from './text-limits.ts';

/** Free labels of a build or server. */
export const tags = limitedMap(z.string(), { entries: 8, key: [1, 32], text: [1, 1024] });

/** The arguments a server is started with. */
export const runArguments = limitedTexts({ entries: 64, text: [0, 1024] });

/** The environment variables a server is started with. */
export const runEnvironment = limitedMap(z.string(), { entries: 64, key: [1, 256], text: [0, 8192] });

/** The protocols a port may speak; `tcp+udp` is one number for both. */
export const portProtocol = z.enum(['http', 'https', 'tcp', 'tcp_tls', 'udp', 'tcp+udp']);
/** A protocol a port may speak. */
export type PortProtocol = z.infer<typeof portProtocol>;

/** Whether a server has a network of its own or shares its host's. */
export const networkMode = z.enum(['bridge', 'host']);
/** Whether a server has a network of its own or shares its host's. */
export type NetworkMode = z.infer<typeof networkMode>;

/** The number of a network port. */
export const portNumber = z.int().min(1).max(65_535);

/** How players reach a port: exactly one of the two. */
export const routing = z
  .object({ game_guard: z.object({}).optional(), host: z.object({}).optional() })
  .refine((value) => (value.game_guard === undefined) !== (value.host === undefined), 'Expected exactly one routing.')
  .meta({ minProperties: 1, maxProperties: 1 });

/** The PROXY protocol by which a server learns the address of who connects. */
export const proxyProtocol = z.enum(['v2']);

/** A port as a caller asks for it. That exactly one routing is named is the service's to check, under its own error code. */
export const portRequest = z.object({
  protocol: portProtocol.describe(
    'What is spoken there. Games with packets of their own speak udp, web games http. tcp+udp is one number for both, of which a server opens what it speaks.',
  ),
  internal_port: optional(portNumber).describe(
    'The number that the server listens on, where it cannot be told one. Without it, or where it is taken, the server gets a free one; its log says why.',
  ),
  number: optional(portNumber).describe(
    'The number that players connect to, always this one. Where it is taken the server does not start, and says who has it.',
  ),
  after: optional(z.string()).describe(
    'The name of another port: this one gets the number after it, as engines expect of a query port.',
  ),
  proxy_protocol: optional(proxyProtocol).describe(
    'Each TCP connection begins with a PROXY protocol header of this version, which says the address of the player. Only for servers that expect one.',
  ),
  routing: optional(
    z.object({
      game_guard: optional(z.object({})).describe('Through the relay, which counts players. This is the default.'),
      host: optional(z.object({})).describe("The server's own port, with nothing in between."),
    }),
  ).describe('How players reach the port: {"game_guard": {}} or {"host": {}}.'),
});
/** A port as a caller asks for it. */
export type PortRequest = z.output<typeof portRequest>;

/** A port as a version's settings keep it. */
export const portSettings = z.object({
  protocol: portProtocol,
  internal_port: portNumber.optional(),
  number: portNumber.optional(),
  after: z.string().optional(),
  proxy_protocol: proxyProtocol.optional(),
  routing: routing.optional(),
});

/** The ports a caller asks for, by name. */
export const portRequests = limitedMap(portRequest, { entries: 8, key: [1, 16] }).check(({ value, issues }) => {
  for (const { name, field, reason: limit, other } of findPortFaults(value)) {
    const path = [name, field];
    issues.push({
      code: 'custom',
      input: value[name]?.[field],
      path,
      message: 'Does not fit.',
      params: { limit, other },
    });
  }
});

/** Millicores and megabytes. */
export const resources = z.object({
  cpu: u32.min(1).describe('Millicores: 1000 is one core.'),
  memory: u32.min(1).describe('Megabytes of 1,048,576 bytes.'),
});
/** Millicores and megabytes. */
export type Resources = z.infer<typeof resources>;

/** What a new server may use of the machine. What is not said, the version or the build says; else there is no limit. */
export const resourcesRequest = z.object({
  cpu: optional(resources.shape.cpu),
  memory: optional(resources.shape.memory),
});
/** What a new server may use of the machine. */
export type ResourcesRequest = z.output<typeof resourcesRequest>;

/** Milliseconds between asking a server to stop and killing it; below two hours. */
export const killTimeout = z.int().min(0).max(7_199_999);

/** How a server ends, as a caller asks for it. */
export const lifecycleRequest = z.object({
  kill_timeout: optional(killTimeout)
    .describe('Milliseconds between asking the server to stop and ending it by force.')
    .meta({ default: 10_000 }),
});

/** A line that is typed into the console of a server. */
export const consoleLine = z
  .string()
  .min(1)
  .max(4096)
  .refine((line) => !/[\r\n\0]/.test(line), 'Expected one line.');

/** The run settings a version may carry; what a create call says wins over them. */
export const runSettings = z.object({
  arguments: optional(runArguments).describe(
    'What the program is started with, as it is: there is no shell. {port}, {port:NAME}, {host} and {logdir} are filled in.',
  ),
  environment: optional(runEnvironment).describe('Environment variables of the server.'),
  ports: optional(portRequests).describe(
    'The ports that the server listens on, by names of your choice. It gets their numbers as {port:NAME} and PORT_NAME, and the first also as {port} and PORT.',
  ),
  resources: optional(resources).describe('How much of the machine the server may use. Without it there is no limit.'),
  lifecycle: optional(lifecycleRequest).describe('How the server ends.'),
});
/** The run settings a version may carry. */
export type RunSettings = z.output<typeof runSettings>;

/** The run settings of a version as it is read back. */
export const runSettingsAnswer = z.object({
  arguments: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.record(z.string(), portSettings).optional(),
  resources: resources.optional(),
  lifecycle: z.object({ kill_timeout: killTimeout.optional() }).optional(),
});
