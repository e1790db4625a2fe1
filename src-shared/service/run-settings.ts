// How a server is run: the same fields in a create call, in a version's configuration and in a build's own slipway.json.
import { z } from 'zod';
import { optional, u32 } from './common.ts';
import { limitedMap, limitedTexts } from './limits.ts';

/** Free labels of a build or server. */
export const tags = limitedMap(z.string(), { entries: 8, key: [1, 32], text: [1, 1024] });
/** Free labels of a build or server. */
export type Tags = z.infer<typeof tags>;

/** The arguments a server is started with. */
export const runArguments = limitedTexts({ entries: 64, text: [0, 1024] });

/** The environment variables a server is started with. */
export const runEnvironment = limitedMap(z.string(), { entries: 64, key: [1, 256], text: [0, 8192] });

/** The protocols a port may speak. */
export const portProtocol = z.enum(['http', 'https', 'tcp', 'tcp_tls', 'udp']);
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
/** How players reach a port. */
export type Routing = z.infer<typeof routing>;

/** A port as a caller asks for it. That exactly one routing is named is the service's to check, under its own error code. */
export const portRequest = z.object({
  protocol: portProtocol,
  internal_port: optional(portNumber),
  routing: optional(z.object({ game_guard: optional(z.object({})), host: optional(z.object({})) })),
});
/** A port as a caller asks for it. */
export type PortRequest = z.output<typeof portRequest>;

/** A port as a version's settings keep it. */
export const portSettings = z.object({
  protocol: portProtocol,
  internal_port: portNumber.optional(),
  routing: routing.optional(),
});
/** A port as a version's settings keep it. */
export type PortSettings = z.infer<typeof portSettings>;

/** The ports a caller asks for, by name. */
export const portRequests = limitedMap(portRequest, { entries: 8, key: [1, 16] });

/** Millicores and megabytes. */
export const resources = z.object({ cpu: u32.min(1), memory: u32.min(1) });
/** Millicores and megabytes. */
export type Resources = z.infer<typeof resources>;

/** Milliseconds between asking a server to stop and killing it; below two hours. */
export const killTimeout = z.int().min(0).max(7_199_999);

/** How a server ends, as a caller asks for it. */
export const lifecycleRequest = z.object({ kill_timeout: optional(killTimeout) });
/** How a server ends, as a caller asks for it. */
export type LifecycleRequest = z.output<typeof lifecycleRequest>;

/** A line that is typed into the console of a server. */
export const consoleLine = z
  .string()
  .min(1)
  .max(4096)
  .refine((line) => !/[\r\n\0]/.test(line), 'Expected one line.');

/** The run settings a version may carry; what a create call says wins over them. */
export const runSettings = z.object({
  arguments: optional(runArguments),
  environment: optional(runEnvironment),
  ports: optional(portRequests),
  resources: optional(resources),
  lifecycle: optional(lifecycleRequest),
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

/** The `slipway.json` at the root of a build: the program to run, and its settings. */
export const buildManifest = runSettings.extend({
  program: z.string().min(1),
  /** What is typed into the server's console to have it end. It is sent a signal when half of its grace is over. */
  stop: optional(consoleLine),
});
/** The `slipway.json` at the root of a build. */
export type BuildManifest = z.output<typeof buildManifest>;
