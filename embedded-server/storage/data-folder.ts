// Opens a data folder whole - looked at, locked, records open, token loaded - or says why not and changes nothing.
import { mkdir } from 'node:fs/promises';
import { explainDataError } from './data-errors.ts';
import { type DataPaths, dataPaths } from './data-paths.ts';
import { type Database, inspectDatabase, openDatabase } from './database.ts';
import { type FolderKey, loadFolderKey } from './folder-key.ts';
import { type DataLock, lockDataFolder, readRunningFile } from './lock.ts';
import { loadOwnerToken } from './owner-token.ts';

export type DataFolder = {
  readonly paths: DataPaths;
  readonly database: Database;
  readonly token: string;
  readonly key: FolderKey;
  readonly notices: string[];
  announce(url: string): Promise<void>;
  close(): Promise<void>;
};

export async function openDataFolder(folder: string): Promise<DataFolder> {
  const paths = dataPaths(folder);
  let lock: DataLock | undefined;
  let database: Database | undefined;
  try {
    await mkdir(paths.root, { recursive: true, mode: 0o700 });
    await inspectDatabase(paths);
    // The file that says who runs is removed at a clean end, so one that is left tells of a crash.
    const endedCleanly = (await readRunningFile(paths)) === undefined;
    const held = await lockDataFolder(paths);
    lock = held;
    const opened = await openDatabase(paths, { endedCleanly });
    database = opened;
    const { token, notices } = await loadOwnerToken(paths);
    const key = await loadFolderKey(paths);
    return {
      paths,
      database: opened,
      token,
      key,
      notices,
      announce: held.announce,
      close: async () => {
        opened.close();
        await held.release();
      },
    };
  } catch (thrown) {
    database?.close();
    await lock?.release();
    throw explainDataError(paths.root, thrown);
  }
}
