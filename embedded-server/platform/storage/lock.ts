// One owner of a data folder at a time. The lock is the system's own on a small SQLite file, so it ends with its process.
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { dataError, errorCode } from './data-errors.ts';
import type { DataPaths } from './data-paths.ts';

const portRange = z.object({ from: z.int(), to: z.int() });
/** Written beside the lock for others to read: who owns the folder, and where it answers. */
const runningFile = z.object({
  pid: z.int(),
  url: z.string().optional(),
  started_at: z.int(),
  /** Which ports its servers are given. */
  server_ports: portRange.optional(),
  /** How often it is touched while its service lives, in milliseconds. An older Slipway touches it never. */
  touched_every: z.int().optional(),
});
export type RunningFile = z.infer<typeof runningFile>;

/** How exactly it is known when a service ended that was killed. */
const TOUCH_EVERY_MS = 10_000;

export type DataLock = {
  /** When the last owner is known to have lived, in Unix milliseconds; undefined where it ended in good order, or nothing tells. */
  readonly lastAlive: number | undefined;
  /** Says where the service answers, so that the command line finds it. */
  announce(url: string, serverPorts: z.infer<typeof portRange>): Promise<void>;
  release(): Promise<void>;
  /** The lock alone; what lies beside it stays as it is. */
  releaseLockOnly(): void;
};

export async function lockDataFolder(paths: DataPaths): Promise<DataLock> {
  const releaseLockOnly = await holdLock(paths);
  try {
    await refuseOpenRecords(paths);
  } catch (thrown) {
    releaseLockOnly();
    throw thrown;
  }
  const lastAlive = await readLastAlive(paths);
  const own = { pid: process.pid, started_at: Date.now(), touched_every: TOUCH_EVERY_MS };
  const write = (content: RunningFile) => writeFile(paths.running, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  let released = false;
  let endTouching = () => Promise.resolve();
  const release = async () => {
    if (released) return;
    released = true;
    await endTouching();
    await rm(paths.running, { force: true });
    releaseLockOnly();
  };
  try {
    await write(own);
    endTouching = await keepTouching(paths);
  } catch (thrown) {
    await release();
    throw thrown;
  }
  return {
    lastAlive,
    announce: (url, ports) => write({ ...own, url, server_ports: ports }),
    release,
    releaseLockOnly: () => {
      void endTouching();
      releaseLockOnly();
    },
  };
}

/** The file itself, and not what may be at its place once its drive is gone. */
async function keepTouching(paths: DataPaths): Promise<() => Promise<void>> {
  const file = await open(paths.running, 'r+');
  const timer = setInterval(() => {
    const now = new Date();
    file.utimes(now, now).catch(() => undefined); // on a disk that takes no more, less is known later
  }, TOUCH_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await file.close().catch(() => undefined);
  };
}

/** What an owner left that was killed. */
async function readLastAlive(paths: DataPaths): Promise<number | undefined> {
  const left = await readRunningFile(paths);
  if (left?.touched_every === undefined) return undefined;
  return await stat(paths.running).then(
    ({ mtimeMs }) => Math.floor(mtimeMs),
    () => undefined,
  );
}

/** The lock alone, for who only looks: nothing says that a service runs, and what a crash left to see stays. */
export async function holdLock(paths: DataPaths): Promise<() => void> {
  const database = new DatabaseSync(paths.lock);
  try {
    database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA busy_timeout = ${LONGER_THAN_A_LOOK_MS}; BEGIN EXCLUSIVE`);
  } catch (thrown) {
    database.close();
    if (errorCode(thrown) !== 'SQLITE_BUSY') throw thrown;
    throw await inUse(paths);
  }
  return () => database.close();
}

/** Whoever looks whether the lock is held keeps it for a moment. */
const LONGER_THAN_A_LOOK_MS = 200;

/** Whether a living process has this folder. What a crash left beside the lock says so as well, and may be believed by nobody. */
export function isLockHeld(paths: DataPaths): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(paths.lock, { readOnly: true });
    database.exec('PRAGMA busy_timeout = 0; SELECT 1 FROM sqlite_schema');
    return false;
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === 'SQLITE_BUSY' || code === 'SQLITE_CANTOPEN') return code === 'SQLITE_BUSY';
    throw thrown;
  } finally {
    database?.close();
  }
}

/**
 * The lock file may have been removed, and be another one than the service holds that has the records open. Those it holds as well,
 * in the way of SQLite: nobody else has a file with such a log to itself.
 */
async function refuseOpenRecords(paths: DataPaths): Promise<void> {
  const size = await stat(paths.database).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return;
  const records = new DatabaseSync(paths.database);
  try {
    records.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; SELECT 1 FROM sqlite_schema');
  } catch (thrown) {
    // What else is wrong with them is said where they are opened.
    if (errorCode(thrown) === 'SQLITE_BUSY') throw await inUse(paths);
  } finally {
    records.close();
  }
}

/** Who is said to own the folder; undefined when nothing readable says so. */
export async function readRunningFile(paths: DataPaths): Promise<RunningFile | undefined> {
  try {
    return runningFile.parse(JSON.parse(await readFile(paths.running, 'utf8')));
  } catch {
    return undefined; // missing or half-written: then nobody says
  }
}

/** Whether a process of this number is there, be it of another user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return errorCode(thrown) === 'EPERM';
  }
}

async function inUse(paths: DataPaths) {
  const owner = await readRunningFile(paths);
  return dataError('DATA_FOLDER_IN_USE', paths.root, inUseBy(paths.root, owner));
}

function inUseBy(folder: string, owner: Awaited<ReturnType<typeof readRunningFile>>): Message {
  if (owner === undefined) return messageFor('data.in-use', { folder });
  const { pid, url } = owner;
  if (url === undefined) return messageFor('data.in-use-by', { folder, pid });
  return messageFor('data.in-use-at', { folder, pid, url });
}
