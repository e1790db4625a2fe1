// `slipway serve`: the service alone and headless. Says where it answers on stdout, logs to stderr, stops on a signal.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createBatch } from '../../src-shared/batch.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { ExposureOptions, FleetPlace, HeadlessOptions, LogEntry } from '../core/local-service/headless.ts';
import { appFolder, defaultDataFolder } from '../core/platform/app-folders.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { misfit, numberWithin, parsePorts, refuseEmpty } from './arguments.ts';
import { whileStoreAnswers } from './backup-place.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import { openS3Place, refuseS3Options, type S3Place, s3Help, s3Options } from './s3-place.ts';
import { type Acme, acmeHelp, acmeOptions, keepAcme, parseAcme } from './serve-acme.ts';
import { backupHelp, backupOptions, parseBackup, type ServeBackup, withBackup } from './serve-backup.ts';
import { blobHelp, blobOptions, parseBlobs } from './serve-blobs.ts';
import { readServeConfig } from './serve-config.ts';
import { fleetHelp, fleetOptions, parseFleet, withAuthority } from './serve-fleet.ts';

const DEFAULT_PORT = 7420;
const LOG_EVERY_MS = 50;

/** How much any one server gets at most. */
type ServerLimits = NonNullable<HeadlessOptions['serverLimits']>;

/** Each with what it bounds, and what it takes: as few as let a small program start, as many as a machine may have. */
const serverLimitOptions = {
  'server-memory': { type: 'string', of: 'memory', least: 16, most: 16_777_216 },
  'server-disk': { type: 'string', of: 'disk', least: 1, most: 1_073_741_824 },
  'server-processes': { type: 'string', of: 'processes', least: 1, most: 32_768 },
  'server-open-files': { type: 'string', of: 'openFiles', least: 64, most: 1_048_576 },
} as const satisfies Record<string, { type: 'string'; of: keyof ServerLimits; least: number; most: number }>;

type Name = keyof typeof serverLimitOptions;

const serverLimitHelp: readonly [string, string][] = [
  ['--server-memory MB', 'The most memory of each server, whatever it asks for (all there is)'],
  ['--server-disk MB', 'The most that each server may write, with what is kept of it (no limit)'],
  ['--server-processes N', 'The most processes of each server (512)'],
  ['--server-open-files N', 'The most files that each program of a server may have open (16384)'],
];

function parseServerLimits(values: Partial<Record<Name, string>>): ServerLimits {
  const limits: ServerLimits = {};
  const given = new Map(Object.entries(values));
  for (const [name, { of, ...bounds }] of Object.entries(serverLimitOptions)) {
    const text = given.get(name);
    if (text !== undefined) limits[of] = numberWithin(`--${name}`, text, bounds);
  }
  return limits;
}

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service alone, without a window',
  usage: 'serve [--data DIR] [--port N] [--json] [--listen HOST --public-url URL ...]',
  options: [
    ['--data DIR', `Where the service keeps its data (${defaultDataFolder()})`],
    [
      '--port N',
      `The first port to try, 0 for any free one (${DEFAULT_PORT}); the only one for callers from elsewhere`,
    ],
    ['--servers N', 'How many servers a new namespace keeps, once it runs a version with a build (1)'],
    ['--server-ports A-B', 'The ports that game servers are given (20000-29999)'],
    ...serverLimitHelp,
    ...blobHelp,
    ...fleetHelp,
    ...s3Help,
    ['--json', 'Say where it answers as one line of JSON'],
    ['--listen HOST', 'The address to listen on (127.0.0.1); another one needs TLS or --trust-proxy'],
    ['--public-url URL', 'Where callers from elsewhere reach it, like https://games.example'],
    ['--tls-cert FILE', 'Speak TLS with this certificate (PEM, with its chain)'],
    ['--tls-key FILE', 'The key of the certificate (PEM)'],
    ...acmeHelp,
    ['--trust-proxy', 'A proxy in front does TLS; believe its X-Forwarded headers'],
    ['--unsafe-hosting', 'Where others reach it: host builds also where this machine cannot isolate them'],
    ...backupHelp,
    ['--config FILE', 'Take options from a file, one a line, as "public-url = https://games.example"'],
    ['--allow-origin ORIGIN', 'Let web pages of this origin call the service (repeatable)'],
  ],
  run: runServe,
};

async function runServe(args: readonly string[], io: CommandIo): Promise<void> {
  const options = parseServe(await withConfig(args), io);
  const { data, port, servers, serverPorts, serverLimits, unsafeHosting, json, exposure } = options;
  const stop = stopSignal(io);
  const { startHeadless } = await import('../core/local-service/headless.ts');
  const { ownNode } = await import('../core/platform/own-node.ts');
  const nodeProgram = await ownNode(io.env);
  const objectStore = options.blobs && (await openS3Place(options.blobs, io.env));
  const log = createStderrLog(io);
  const certificate = await keepAcme(options.acme, appFolder(io.env), log);
  const backup = await whileStoreAnswers(() => withBackup(options.backup, path.resolve(data), io), 'start');
  const headless: HeadlessOptions = {
    dataFolder: path.resolve(data),
    port,
    exposure: withCertificate(exposure, certificate?.file),
    defaultServerCount: servers,
    unsafeHosting,
    serverLimits,
    ...(serverPorts === undefined ? {} : { serverPorts }),
    ...(nodeProgram === undefined ? {} : { nodeProgram }),
    ...(objectStore === undefined ? {} : { objectStore }),
    ...(await withAuthority(options.fleet, options.fleetCa)),
    ...backup.options,
    onLog: log,
  };
  const server = await whileStoreAnswers(() => startHeadless(appFolder(io.env), headless), 'start');
  const ready = { url: server.url, local_url: server.localUrl, token: server.token, data: server.dataFolder };
  io.stdout.write(json ? `${JSON.stringify(ready)}\n` : readyText(ready));
  await Promise.race([stop, backup.takenOver]);
  void certificate?.close();
  await server.close();
  await backup.end();
}

function withCertificate(exposure: ExposureOptions, file: string | undefined): ExposureOptions {
  return file === undefined ? exposure : { ...exposure, tls: { certFile: file, keyFile: file } };
}

/** What stands in a file of options comes first, so that the command line wins. */
export async function withConfig(args: readonly string[]): Promise<readonly string[]> {
  const { config } = parseWords(args);
  return config === undefined ? args : [...(await readServeConfig(config, options)), ...args];
}

/**
 * Lines go out together, as each write to a file waits for the system; what is not ordinary goes at once. What is ordinary, such as each
 * answered call, is left out where the app that started us wants so.
 */
function createStderrLog(io: CommandIo): (entry: LogEntry) => void {
  const log = createBatch<LogEntry>(LOG_EVERY_MS, (entries) => {
    io.stderr.write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  });
  const hasOrdinary = io.env['SLIPWAY_LOG_LEVEL'] !== 'warn';
  io.on('exit', log.flush);
  return (entry) => {
    if (entry.level === 'info' && !hasOrdinary) return;
    log.add(entry);
    if (entry.level !== 'info') log.flush();
  };
}

const options = {
  data: { type: 'string' },
  port: { type: 'string' },
  servers: { type: 'string' },
  'server-ports': { type: 'string' },
  ...serverLimitOptions,
  ...acmeOptions,
  ...blobOptions,
  ...fleetOptions,
  ...s3Options,
  ...backupOptions,
  'unsafe-hosting': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  listen: { type: 'string' },
  'public-url': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'trust-proxy': { type: 'boolean', default: false },
  'allow-origin': { type: 'string', multiple: true },
  config: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
export type ServeOptions = {
  data: string;
  port: number;
  servers: number;
  serverPorts: { from: number; to: number } | undefined;
  serverLimits: NonNullable<HeadlessOptions['serverLimits']>;
  unsafeHosting: boolean;
  json: boolean;
  exposure: ExposureOptions;
  acme: Acme | undefined;
  blobs: S3Place | undefined;
  fleet: FleetPlace | undefined;
  fleetCa: string | undefined;
  backup: ServeBackup | undefined;
};

export function parseServe(args: readonly string[], { env }: Pick<CommandIo, 'env'> = process): ServeOptions {
  const values = parseWords(args);
  const exposure = exposureOf(values);
  const [blobs, backup] = [parseBlobs(values), parseBackup(values)];
  if (blobs === undefined && (backup === undefined || !('s3' in backup.place))) refuseS3Options(values);
  const port = numberWithin('--port', values.port ?? String(DEFAULT_PORT), { least: 0, most: 65_535 });
  return {
    data: values.data ?? defaultDataFolder(appFolder(env)),
    port,
    servers: numberWithin('--servers', values.servers ?? '1', { least: 0, most: 9_999 }),
    serverPorts: parsePorts(values['server-ports']),
    serverLimits: parseServerLimits(values),
    unsafeHosting: values['unsafe-hosting'],
    json: values.json,
    exposure,
    acme: parseAcme(values, exposure),
    blobs,
    fleet: parseFleet(values),
    fleetCa: values['fleet-ca'],
    backup,
  };
}

function parseWords(args: readonly string[]): Values {
  try {
    const { values } = parseArgs({ args: [...args], options });
    refuseEmpty(values);
    return values;
  } catch (thrown) {
    throw new AppError('USAGE', 'cli.serve-usage', { sentence: misfit(thrown) });
  }
}

function exposureOf(values: Values): ExposureOptions {
  const { listen, 'public-url': publicUrl, 'tls-cert': certFile, 'tls-key': keyFile } = values;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new AppError('USAGE', 'cli.certificate-needs-key');
  }
  return {
    ...(listen === undefined ? {} : { listen }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(certFile === undefined || keyFile === undefined ? {} : { tls: { certFile, keyFile } }),
    trustProxy: values['trust-proxy'],
    allowOrigins: values['allow-origin'] ?? [],
  };
}

function readyText(ready: { url: string; token: string; data: string }): string {
  return `Service  ${ready.url}\nToken    ${ready.token}\nData     ${ready.data}\nStop it with Ctrl+C.\n`;
}
