// Looks at the records of a data folder without leaving a trace in it: SQLite would make files beside them that belong to whoever looks,
// and a service that runs as another user could then no longer open its own.
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageFor } from '../../../src-shared/text/message.ts';
import { damagedError, explainDataError, newerError } from './data-errors.ts';
import { dataPaths } from './data-paths.ts';
import { inspectDatabase } from './database.ts';
import { ifThere } from './if-there.ts';
import { isAlive, type RunningFile, readRunningFile } from './lock.ts';
import { currentFormat } from './migrations.ts';

export type RecordsLook = {
  /** Which process says that it has the folder, and where it answers. It may have ended since without a word. */
  owner: (RunningFile & { isAlive: boolean }) | undefined;
  /** None in a folder that was never used. */
  format: number | undefined;
  knownFormat: number;
  /** When they were written to last, in ms. */
  writtenAt: number | undefined;
};

/** Throws what opening the folder would: that it is newer, damaged or cannot be read. */
export async function lookAtRecords(folder: string): Promise<RecordsLook> {
  const paths = dataPaths(folder);
  const running = await readRunningFile(paths);
  const owner = running === undefined ? undefined : { ...running, isAlive: isAlive(running.pid) };
  const look = { owner, knownFormat: currentFormat };
  try {
    await inspectDatabase(paths);
    const written = await ifThere(stat(paths.database));
    if (written === undefined || written.size === 0) return { ...look, format: undefined, writtenAt: undefined };
    const read = owner?.isAlive === true ? checkedFormat : checkedFormatOfCopy;
    return { ...look, format: await read(paths.database, paths.root), writtenAt: written.mtimeMs };
  } catch (thrown) {
    throw explainDataError(paths.root, thrown);
  }
}

async function checkedFormatOfCopy(database: string, root: string): Promise<number> {
  const copies = await mkdtemp(path.join(tmpdir(), 'slipway-records-'));
  try {
    const name = path.basename(database);
    const copy = path.join(copies, name);
    await copyFile(database, copy);
    if ((await readdir(root)).includes(`${name}-wal`)) await copyFile(`${database}-wal`, `${copy}-wal`);
    return checkedFormat(copy, root);
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

/** Where a service runs, the files that SQLite needs beside the records are there, and stay its own. */
function checkedFormat(database: string, root: string): number {
  const sql = new DatabaseSync(database, { readOnly: true });
  try {
    const format = Number(sql.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (format > currentFormat) throw newerError(root, format, currentFormat);
    const whole = sql.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (whole !== 'ok') throw damagedError(root, messageFor('data.database-corrupt'), new Error(String(whole)));
    return format;
  } finally {
    sql.close();
  }
}
