// Lets one process at a time change a file that several may change: the app, another window of it, the command line. The lock
// is the system's own on a small SQLite file, so it ends with its process, whatever ended that.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type HeldLock = { release(): void };

const PATIENCE_MS = 5_000;
const TRY_EVERY_MS = 20;
const SQLITE_BUSY = 5;

/** Undefined while somebody else has it, also after waiting for so long. */
export function takeLock(file: string, waitMs: number): HeldLock | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY) return undefined;
    throw thrown;
  }
  return { release: () => database.close() };
}

/** For a change that takes a moment and cannot be done in turns: it waits for its lock without giving way. */
export function whileLocked<T>(file: string, work: () => T): T {
  const lock = takeLock(lockOf(file), PATIENCE_MS);
  if (lock === undefined) throw new Error('another process of Slipway has been writing there for too long');
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** The same for a change that takes turns. */
export async function whileLockedAsync<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const until = performance.now() + PATIENCE_MS;
  let lock = takeLock(lockOf(file), 0);
  while (lock === undefined && performance.now() < until) {
    await sleep(TRY_EVERY_MS);
    lock = takeLock(lockOf(file), 0);
  }
  if (lock === undefined) throw new Error('another process of Slipway has been writing there for too long');
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function lockOf(file: string): string {
  return `${file}.lock`;
}
