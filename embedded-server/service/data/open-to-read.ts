// Opens a folder that is not in use only to read it: the lock is held, the records are read from a copy elsewhere, and
// nothing in the folder changes.
import { constants, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageFor } from '../../../src-shared/text/message.ts';
import { dataError, errorCode, explainDataError } from '../../platform/storage/data-errors.ts';
import { type DataPaths, dataPaths } from '../../platform/storage/data-paths.ts';
import { type Database, inspectDatabase, openDatabase } from '../../platform/storage/database.ts';
import { holdLock } from '../../platform/storage/lock.ts';

export type ReadFolder = {
  readonly paths: DataPaths;
  /** A copy of the records, in the present format. Throws when they cannot be opened at all. */
  openRecords(): Promise<Database>;
  close(): Promise<void>;
};

export async function openToRead(folder: string): Promise<ReadFolder> {
  const paths = dataPaths(folder);
  const names = await readdir(paths.root).catch((): string[] => []);
  if (!names.includes('slipway.db') && !names.includes('blobs') && !names.includes('sealed')) {
    throw dataError('DATA_FOLDER_MISSING', paths.root, messageFor('data.none-in-folder', { folder: paths.root }));
  }
  const release = await holdLock(paths).catch((thrown: unknown) => {
    throw explainDataError(paths.root, thrown);
  });
  let copy: string | undefined;
  let database: Database | undefined;
  return {
    paths,
    openRecords: async () => {
      await inspectDatabase(paths);
      copy = await mkdtemp(path.join(tmpdir(), 'slipway-read-'));
      const copied = dataPaths(copy);
      await copyIfThere(paths.database, copied.database);
      await copyIfThere(`${paths.database}-wal`, `${copied.database}-wal`);
      database = await openDatabase(copied, { endedCleanly: true });
      return database;
    },
    close: async () => {
      database?.close();
      if (copy !== undefined) await rm(copy, { recursive: true, force: true });
      release();
    },
  };
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
  }
}
