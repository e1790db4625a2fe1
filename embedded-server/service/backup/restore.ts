// Brings a data folder up from a backup: one copy of the records, and the files that it names.
import { chmod, mkdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { type DataPaths, dataPaths } from '../../platform/storage/data-paths.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { fillFolder, finishFill, isEmptyToFill } from '../data/fill-folder.ts';
import { noteRestored } from './backup-owner.ts';
import { parts, secretsOf } from './contents.ts';
import { listCopies, type RecordsCopy, recordsFileOf } from './copies.ts';
import { type FilesList, readFilesList } from './copy-files.ts';
import { createReplacedCheck, finishListed, makeListed, readFoldersList } from './copy-folders.ts';
import { filesNamedIn } from './copy-records.ts';
import { type BackupPlace, FORMER_DRAFT } from './places/backup-place.ts';
import { type BackupTarget, openPlace } from './places/open-place.ts';

export type Restored = {
  data_folder: string;
  copy: string;
  /** When the copy of the records was made. */
  at: string;
  /** Files of builds and pictures that its records name and the backup does not have. */
  missing: string[];
};

/** Into a folder that is empty or not there: what is in one is never replaced. Without `name` it is the newest copy. */
export async function restoreBackup(target: BackupTarget, folder: string, name?: string): Promise<Restored> {
  return await within(target, (place) => restoreFrom(place, folder, name));
}

/** The newest first. */
export async function listBackup(target: BackupTarget): Promise<RecordsCopy[]> {
  return await within(target, listCopies);
}

async function within<T>(target: BackupTarget, work: (place: BackupPlace) => Promise<T>): Promise<T> {
  const place = await openPlace(target);
  try {
    return await work(place);
  } finally {
    place.close();
  }
}

async function restoreFrom(place: BackupPlace, folder: string, name: string | undefined): Promise<Restored> {
  const copy = await findCopy(place, name);
  const paths = dataPaths(folder);
  if (!(await isEmptyFolder(paths.root))) {
    throw new AppError('DATA_FOLDER_NOT_EMPTY', 'backup.folder-not-empty', { folder: paths.root });
  }
  await fillFolder(paths.root, path.basename(paths.database), (draft) => fill(dataPaths(draft), place, copy));
  return {
    data_folder: paths.root,
    copy: copy.name,
    at: new Date(copy.at).toISOString(),
    missing: await missingOf(paths),
  };
}

async function findCopy(place: BackupPlace, name: string | undefined): Promise<RecordsCopy> {
  const copies = await listCopies(place);
  const found = name === undefined ? copies[0] : copies.find((copy) => copy.name === name);
  if (found !== undefined) return found;
  throw name === undefined
    ? new AppError('BACKUP_REFUSED', 'backup.none', { place: place.name })
    : new AppError('BACKUP_REFUSED', 'backup.no-such-copy', { place: place.name, name });
}

/** Also one that is not there. A restore that was cut off is brought to its end first. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  await finishFill(folder, path.basename(dataPaths(folder).database));
  return await isEmptyToFill(folder);
}

async function fill(paths: DataPaths, place: BackupPlace, copy: RecordsCopy): Promise<void> {
  try {
    await place.get(recordsFileOf(copy.name), paths.database);
    requireWhole(paths.database, copy);
    for (const file of secretsOf(paths)) {
      await place.get(path.basename(file), file);
      await chmod(file, 0o600);
    }
    await bringFiles(paths, place);
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOSPC') throw thrown;
    throw new AppError('STORAGE_FULL', 'backup.no-room', { folder: path.dirname(paths.root) }, { cause: thrown });
  }
  await noteRestored(paths, place);
}

async function bringFiles(paths: DataPaths, place: BackupPlace): Promise<void> {
  const listed = await readFilesList(place);
  const folders = await readFoldersList(place);
  const isReplaced = createReplacedCheck(folders);
  await makeListed(folders, paths);
  for (const part of parts) {
    for (const { name } of await place.list(part)) {
      // The draft of an older Slipway that was cut off, which no list names.
      const isDraft = name.endsWith(FORMER_DRAFT) && listed[name] === undefined;
      if (!isDraft && !isReplaced(name)) await bringBack(place, name, paths, listed[name]);
    }
  }
  await finishListed(folders, paths);
}

async function bringBack(
  place: BackupPlace,
  name: string,
  { inside }: DataPaths,
  listed: FilesList[string] | undefined,
): Promise<void> {
  const file = inside(...name.split('/'));
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await place.get(name, file);
  const [, changedMs = 0, mode = 0] = listed ?? [];
  if (mode > 0) await chmod(file, mode & 0o777);
  if (changedMs > 0) await utimes(file, new Date(), new Date(changedMs));
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
  const named = filesNamedIn(paths.database);
  const there = await Promise.all(named.map((sha) => isThere(path.join(paths.blobs, sha.slice(0, 2), sha))));
  return named.filter((_, at) => there[at] === false);
}
