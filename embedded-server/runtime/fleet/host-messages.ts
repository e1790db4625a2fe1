// What the service and a host say to each other over their one connection, as JSON. What a host says is checked: the build that it runs
// may have found a way to speak in its place.
import { z } from 'zod';
import type { ErrorBody } from '../../../src-shared/errors/app-error.ts';
import { errorBody } from '../../../src-shared/errors/error-body.ts';
import { lineStream } from '../../../src-shared/servers/log.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import { runArguments, runEnvironment } from '../../../src-shared/service/run-settings.ts';
import { serverSdk } from '../../../src-shared/service/server-sdk.ts';
import { serverExit, serverPort, serverState, unixMillis } from '../../../src-shared/service/servers.ts';
import { sentence } from '../../../src-shared/text/message-schema.ts';
import type { ServerLimits } from '../runner/server-limits.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { RunContext } from '../server-runs/run-dependencies.ts';
import type { StoppedBy } from '../server-runs/server-control.ts';
import { areServerCounts, areUsagePoints, type ReportedCounts, type ReportedUsage } from './host-figures.ts';

const count = z.int().min(0);
const figure = z.number().min(0);

/** What a server turned out to be, all of it each time. */
const life = z.object({
  state: serverState,
  problem: sentence.nullable(),
  hint: sentence.nullable(),
  start_ts: unixMillis.nullable(),
  exit: serverExit.nullable(),
  command: z.string().max(100_000).nullable(),
  ports: z.record(z.string().max(64), serverPort),
  cpu: count,
  memory: count,
  kill_timeout: count,
  runtime: z.object({ arguments: runArguments.optional(), environment: runEnvironment.optional() }),
});
export type ReportedLife = z.infer<typeof life>;

const copiedLine = z.object({ at: figure, stream: lineStream, bytes: z.base64(), cut: z.boolean() });

const reportedCounts = z.custom<ReportedCounts>(areServerCounts);

export const fromHost = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('hello'),
    protocol: z.number(),
    /** Of this life of the host: a second one for the same server is turned away. */
    instance: z.uuid(),
    now: figure,
    /** Up to where it knows that the service has its log. */
    logged: count,
  }),
  z.object({ t: z.literal('life'), life }),
  z.object({ t: z.literal('isolation'), kind: z.enum(['wall', 'container', 'none']) }),
  /** What came through its ports, when other players are there than before. */
  z.object({ t: z.literal('counts'), counts: reportedCounts }),
  /** All figures since the last time. This is nearly all that is said. */
  z.object({
    t: z.literal('figures'),
    points: z.custom<ReportedUsage[]>(areUsagePoints),
    counts: reportedCounts.optional(),
  }),
  z.object({ t: z.literal('sdk'), sdk: serverSdk, players: count.optional() }),
  z.object({ t: z.literal('queried'), players: count.optional() }),
  z.object({ t: z.literal('log'), from: count, lines: z.array(copiedLine).max(2_000) }),
  /** Its build keeps folders: which set it has is answered with `kept`. */
  z.object({ t: z.literal('keep') }),
  /** It has ended, its whole log was taken, and nothing of it is left. */
  z.object({ t: z.literal('ended'), life }),
  z.object({ t: z.literal('answer'), id: count, error: errorBody.optional() }),
]);
export type FromHost = z.infer<typeof fromHost>;
type Figures = Extract<FromHost, { t: 'figures' }>;

/** Throws where it is nothing that a host says. Figures, which are nearly all of it, pass by the schemas. */
export function readFromHost(text: string): FromHost {
  const value: unknown = JSON.parse(text);
  return areFigures(value) ? value : fromHost.parse(value);
}

function areFigures(value: unknown): value is Figures {
  if (typeof value !== 'object' || value === null || !('t' in value) || value.t !== 'figures') return false;
  if (!('points' in value) || !areUsagePoints(value.points)) return false;
  return !('counts' in value) || areServerCounts(value.counts);
}

/** What a host is to run. */
export type Assignment = {
  server: ServerRecord;
  belongs: RunContext;
  build: { sha256: string; name: string; kind: BuildKind; bytes: number };
  serverLimits: ServerLimits;
  /** Whether its program may run without a wall where none can be built. */
  mayHostUnisolated: boolean;
  /** How often what it keeps is copied to the service while it runs. */
  copyMs: number;
  /** Where players reach its node; undefined where the host is to find that out. */
  address: string | undefined;
};

/** What is asked of a server that runs, and again each time its host is back. */
export type Wanted = { maxPlayers: number; conditions: NetworkConditions | null };

/** What a host does at once, and answers when it has. */
export type HostCall =
  | { name: 'type'; line: string }
  | { name: 'want'; wanted: Wanted }
  | { name: 'cut'; ms: number }
  /** Sends a copy of what it keeps, as somebody asked for one. */
  | { name: 'copy-kept' };

export type ToHost =
  /** `logged`: up to where the service has its log. */
  | { t: 'welcome'; assignment: Assignment; wanted: Wanted; logged: number }
  | { t: 'stop'; by: StoppedBy; graceMs: number }
  | { t: 'note'; text: string }
  | { t: 'logged'; last: number }
  /** Which set of kept folders is its own, or why it gets none. */
  | { t: 'kept'; slot: number }
  | { t: 'kept'; error: ErrorBody }
  | { t: 'call'; id: number; call: HostCall }
  /** Its end is written down, and nobody needs it any more. */
  | { t: 'bye' };
