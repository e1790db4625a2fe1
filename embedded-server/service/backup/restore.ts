// Brings a data folder up from a backup: one copy of the records, and the files that it names.
import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { copyTree } from '../../platform/storage/copy-tree.ts';
import { errorCode, explainDataError } from '../../platform/storage/data-errors.ts';
import { type DataPaths, dataPaths } from '../../platform/storage/data-paths.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { makeFolders } from '../../platform/storage/make-folder.ts';
import { parts, secretsOf } from './contents.ts';
import { filesNamedIn } from './continuous-backup.ts';
import { listCopies, type RecordsCopy } from './copies.ts';
import { noteGeneration, readPlaceGeneration } from './generation.ts';

export type Restored = {
  data_folder: string;
  copy: string;
  /** When the copy of the records was made. */
  at: string;
  /** Files of builds and pictures that its records name and the backup does not have. */
  missing: string[];
};

/** Into a folder that is empty or not there: what is in one is never replaced. Without `name` it is the newest copy. */
export async function restoreBackup(place: string, folder: string, name?: string): Promise<Restored> {
  const copy = await findCopy(place, name);
  const paths = dataPaths(folder);
  if (!(await isEmptyFolder(paths.root))) {
    throw new AppError('DATA_FOLDER_NOT_EMPTY', 'backup.folder-not-empty', { folder: paths.root });
  }
  const draft = dataPaths(`${paths.root}.restoring`);
  try {
    await rm(draft.root, { recursive: true, force: true }); // of a restore that was cut off
    await makeFolders(draft.root);
    await fill(draft, place, copy);
    await rm(paths.root, { recursive: true, force: true }); // empty, as was seen above
    await mkdir(path.dirname(paths.root), { recursive: true });
    await rename(draft.root, paths.root);
  } catch (thrown) {
    await rm(draft.root, { recursive: true, force: true });
    throw explainDataError(paths.root, thrown);
  }
  return {
    data_folder: paths.root,
    copy: copy.name,
    at: new Date(copy.at).toISOString(),
    missing: await missingOf(paths),
  };
}

async function findCopy(place: string, name: string | undefined): Promise<RecordsCopy> {
  const copies = await listCopies(place);
  const found = name === undefined ? copies[0] : copies.find((copy) => copy.name === name);
  if (found !== undefined) return found;
  throw name === undefined
    ? new AppError('BACKUP_REFUSED', 'backup.none', { place })
    : new AppError('BACKUP_REFUSED', 'backup.no-such-copy', { place, name });
}

/** Also one that is not there. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw explainDataError(folder, thrown);
  });
  return names.length === 0;
}

async function fill(paths: DataPaths, place: string, copy: RecordsCopy): Promise<void> {
  await copyFile(copy.file, paths.database, constants.COPYFILE_FICLONE);
  requireWhole(paths.database, copy);
  for (const file of secretsOf(paths)) {
    await copyFile(path.join(place, path.basename(file)), file);
  }
  for (const part of parts) {
    const from = path.join(place, part);
    if (await isThere(from)) await copyTree(from, paths[part], messageFor('backup.no-room', { folder: paths.root }));
  }
  const generation = await readPlaceGeneration(place);
  if (generation !== undefined) await noteGeneration(paths, generation);
}

function requireWhole(file: string, { name }: RecordsCopy): void {
  try {
    const records = new DatabaseSync(file);
    const [first] = records.prepare('PRAGMA quick_check(1)').all();
    records.close();
    if (first?.['quick_check'] === 'ok') return;
  } catch (thrown) {
    throw new AppError('BACKUP_REFUSED', 'backup.copy-damaged', { name }, { cause: thrown });
  }
  throw new AppError('BACKUP_REFUSED', 'backup.copy-damaged', { name });
}

async function missingOf(paths: DataPaths): Promise<string[]> {
  const named = filesNamedIn({ file: paths.database });
  const there = await Promise.all(named.map((sha) => isThere(path.join(paths.blobs, sha.slice(0, 2), sha))));
  return named.filter((_, at) => there[at] === false);
}
