// The local service in a process of its own, so that servers are hosted on when the app has ended. The next start of the app
// joins it again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findRunningService } from '../../../embedded-server/index.ts';
import { writeDurably } from '../../../embedded-server/platform/durable/write-durably.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';

/** How the command line is started. */
export type ServiceCommand = { program: string; before: readonly string[] };
export type BackgroundPlace = { dataFolder: string; port: number };
export type BackgroundReady = { url: string; port: number; token: string; pid: number; isJoined: boolean };

/** What the app remembers of the one it left running. */
const marker = z.object({ pid: z.int(), data_folder: z.string(), port: z.int() });
type Marker = z.infer<typeof marker>;
const MARKER = 'kept-service.json';
const LOG = 'kept-service.log';
const ASK_MS = 2_000;
const END_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** How long one that is there may take until it answers: it may have waited for its drive, which came back just now. */
const JOIN_WITHIN_MS = 10_000;

/**
 * Joins the one that runs as it should, or ends what runs otherwise and starts one: another version has other calls than the app. `waiting` is the process of one that is known to
 * wait for its drive.
 */
export async function startBackgroundService(
  appFolder: string,
  command: ServiceCommand,
  { waiting, ...place }: BackgroundPlace & { waiting?: number | undefined },
): Promise<BackgroundReady> {
  const known = await readMarker(appFolder);
  if (known?.data_folder === place.dataFolder && known.port === place.port) {
    const found = await joinable(known);
    if (found !== undefined) return { ...found, isJoined: true };
  }
  await endBackgroundService(appFolder, waiting);
  return { ...(await startOne(appFolder, command, place)), isJoined: false };
}

/** Asks for as long as its process is there, within reason: a number of a process may be another's by now. */
async function joinable({ pid, data_folder: folder }: Marker) {
  const deadline = performance.now() + JOIN_WITHIN_MS;
  do {
    const found = await answering(folder);
    const version = found?.pid === pid ? await versionAt(found.url) : undefined;
    if (version !== undefined) return version === slipwayVersion ? found : undefined;
    await sleep(LOOK_EVERY_MS);
  } while (isThere(pid) && performance.now() < deadline);
  return undefined;
}

/** Ends the one that was left running, in good order. Without one nothing happens. */
export async function endBackgroundService(appFolder: string, waiting?: number): Promise<void> {
  const known = await readMarker(appFolder);
  if (known === undefined) return;
  const found = await answering(known.data_folder);
  // One that waits for its drive answers nobody.
  if (found?.pid === known.pid || (waiting === known.pid && isThere(known.pid))) {
    process.kill(known.pid, 'SIGTERM');
    const deadline = performance.now() + END_WITHIN_MS;
    while (isThere(known.pid) && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
    if (isThere(known.pid)) return; // it has the folder, and the next start has to know that it is ours
  }
  await rm(path.join(appFolder, MARKER), { force: true });
}

async function startOne(appFolder: string, command: ServiceCommand, place: BackgroundPlace) {
  await mkdir(appFolder, { recursive: true, mode: 0o700 });
  const log = await open(path.join(appFolder, LOG), 'w', 0o600);
  const serve = ['serve', '--data', place.dataFolder, '--port', String(place.port), '--servers', '1', '--json'];
  try {
    const child = spawn(command.program, [...command.before, ...serve], {
      detached: true,
      // It writes for weeks into a file that nobody bounds.
      env: { ...process.env, SLIPWAY_LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', log.fd],
    });
    try {
      return await noteStarted(appFolder, child, place);
    } catch (thrown) {
      child.kill(); // nobody would know that it is ours
      throw thrown;
    }
  } finally {
    await log.close();
  }
}

async function noteStarted(appFolder: string, child: ChildProcess, place: BackgroundPlace) {
  const { stdout, pid } = child;
  if (stdout === null) throw new Error('A child with a pipe has one');
  const line = await Promise.race([
    once(stdout, 'data').then(([chunk]) => String(chunk)),
    once(child, 'close').then(() => undefined),
  ]);
  if (line === undefined || pid === undefined) throw await whyItEnded(path.join(appFolder, LOG));
  stdout.destroy();
  child.unref();
  const { url, local_url: localUrl, token } = ready.parse(JSON.parse(line));
  const content = { pid, data_folder: place.dataFolder, port: place.port };
  await writeDurably(path.join(appFolder, MARKER), JSON.stringify(content));
  return { url: localUrl ?? url, port: Number(new URL(localUrl ?? url).port), token, pid };
}

const ready = z.object({ url: z.string(), local_url: z.string().optional(), token: z.string() });

async function whyItEnded(log: string): Promise<AppError> {
  const lastLine = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').at(-1);
  return lastLine === undefined || lastLine === ''
    ? new AppError('ERROR', 'instance.background-not-started')
    : new AppError('ERROR', 'instance.background-not-started-because', { said: lastLine });
}

/** The service on this folder, if it really answers with the folder's own token. */
async function answering(dataFolder: string): Promise<Omit<BackgroundReady, 'isJoined'> | undefined> {
  const found = await findRunningService(dataFolder).catch(() => undefined);
  if (found === undefined) return undefined;
  const { url, token, pid } = found;
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const answer = await fetch(new URL('/cloud/auth/inspect', url), {
    headers,
    signal: AbortSignal.timeout(ASK_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200 ? { url, token, pid, port: Number(new URL(url).port) } : undefined;
}

const health = z.object({ version: z.string() });

async function versionAt(url: string): Promise<string | undefined> {
  const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(ASK_MS) };
  const said: unknown = await fetch(new URL('/healthz', url), options)
    .then((answer) => answer.json())
    .catch(() => undefined);
  return health.safeParse(said).data?.version;
}

/** One that cannot be read, as an older version left it where the disk was full, is none. */
async function readMarker(appFolder: string): Promise<Marker | undefined> {
  try {
    return marker.parse(JSON.parse(await readFile(path.join(appFolder, MARKER), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether the process of this number that the app started is there. If another user's process has this number now, ours has ended. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
