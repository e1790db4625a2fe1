// Opens the records: looks before it touches, steps old formats upward after a backup, and leaves what it can't read alone.
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { systemCode } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { inTransaction } from '../durable/in-transaction.ts';
import { damagedError, newerError } from './data-errors.ts';
import type { DataPaths } from './data-paths.ts';
import { currentFormat, migrations } from './migrations.ts';
import { createSharedSyncs } from './shared-sync.ts';

export type Database = {
  readonly sql: DatabaseSync;
  /** Runs `work` as one change: all of it is on disk when this returns, or none of it. */
  change<T>(work: () => T): T;
  /**
   * The same for what is not to be lost: where the disk is full, room that was kept for this is used. `work` may run again after
   * it failed.
   */
  changeSurely<T>(work: () => T): T;
  /** The same for what many do at once: done when this returns, and on disk when what it answers resolves. Nothing waits meanwhile. */
  changeSoon<T>(work: () => T): Promise<T>;
  /** The same without waiting for the disk: whole or not at all, but a power cut may take it. For what is no loss. */
  changeLazily<T>(work: () => T): T;
  /** Counts the changes: what was read outside of one stays right until it moves. Nobody else writes into the file. */
  changes(): number;
  close(): void;
};

/** Reads the file's own header, without SQLite, so that a file that is not for us is not even opened. */
export async function inspectDatabase(paths: DataPaths): Promise<void> {
  const header = await readHeader(paths.database);
  if (header === undefined || header.length === 0) return;
  if (header.length < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3') {
    throw damagedError(paths.root, messageFor('data.not-a-database'));
  }
  const format = header.readUInt32BE(60);
  if (format > currentFormat) throw newerError(paths.root, format, currentFormat);
}

export type OpenOptions = {
  endedCleanly: boolean;
  /** Runs when the records were found good, before the first change of them. */
  beforeChanging?: () => Promise<void>;
  /** Frees room that was kept for what is not to be lost; false when there is none. */
  makeRoom?: () => boolean;
  /** The steps upward; only tests of stepping itself give others. */
  steps?: readonly string[];
};

export async function openDatabase(paths: DataPaths, options: OpenOptions): Promise<Database> {
  const steps = options.steps ?? migrations;
  const sql = new DatabaseSync(paths.database);
  try {
    sql.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF',
    );
    const format = readFormat(sql);
    // The log may hold a newer format than the header that was inspected.
    if (format > steps.length) throw newerError(paths.root, format, steps.length);
    if (format > 0 && !options.endedCleanly) checkWhole(sql, paths);
    await options.beforeChanging?.();
    await stepUp(sql, format, steps, paths);
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
  let changes = 0;
  const change = <T>(work: () => T): T => {
    try {
      return inTransaction(sql, work);
    } finally {
      changes += 1;
    }
  };
  const changeLazily = <T>(work: () => T): T => {
    sql.exec('PRAGMA synchronous = NORMAL');
    try {
      return change(work);
    } finally {
      sql.exec('PRAGMA synchronous = FULL');
    }
  };
  const log = logOnDisk(paths);
  return {
    sql,
    change,
    changeSurely: (work) => trySurely(() => change(work), options.makeRoom),
    changeSoon: (work) => {
      const sync = log.begin();
      const result = changeLazily(work);
      return sync().then(() => result);
    },
    changes: () => changes,
    changeLazily,
    close: () => sql.close(),
  };
}

/** Again as long as the disk is full and room is made. */
function trySurely<T>(work: () => T, makeRoom: OpenOptions['makeRoom']): T {
  for (;;) {
    try {
      return work();
    } catch (thrown) {
      if (systemCode(thrown) !== 'SQLITE_FULL' || makeRoom?.() !== true) throw thrown;
    }
  }
}

/** What a change wrote is on disk when SQLite's log is. It syncs that itself only where this thread is to wait. */
function logOnDisk({ database }: DataPaths) {
  const file = `${database}-wal`;
  const syncs = createSharedSyncs();
  const datasync = async () => {
    const handle = await open(file, 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  };
  return {
    begin: () => {
      const sync = syncs.begin(file);
      return () => sync({ datasync });
    },
  };
}

async function stepUp(sql: DatabaseSync, format: number, steps: readonly string[], paths: DataPaths) {
  if (format === steps.length) return;
  if (format > 0) await backUp(sql, format, paths);
  inTransaction(sql, () => {
    for (const step of steps.slice(format)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

/** It has its name once it is whole: what a full disk cut off would look like a way back. */
async function backUp(sql: DatabaseSync, format: number, paths: DataPaths): Promise<void> {
  await mkdir(paths.backups, { recursive: true, mode: 0o700 });
  const unfinished = paths.inside('backups', 'unfinished.db');
  const name = `slipway-format-${format}-${new Date().toISOString().replaceAll(':', '-')}.db`;
  await rm(unfinished, { force: true });
  try {
    sql.prepare('VACUUM INTO ?').run(unfinished);
    await rename(unfinished, paths.inside('backups', name));
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw thrown;
  }
}

function readFormat(sql: DatabaseSync): number {
  const row = sql.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}

function checkWhole(sql: DatabaseSync, paths: DataPaths): void {
  const result = sql.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result === 'ok') return;
  throw damagedError(paths.root, messageFor('data.database-corrupt'), new Error(String(result)));
}

async function readHeader(file: string): Promise<Buffer | undefined> {
  try {
    await access(file);
  } catch {
    return undefined; // a new folder
  }
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
