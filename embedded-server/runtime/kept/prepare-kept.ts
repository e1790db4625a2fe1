// Gets the kept folders of a server ready: each is there, begun with what the build brings, and shown where the build has it.
import { constants, cp, lstat, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { plainKeepPath } from '../../../src-shared/service/keep-paths.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { keptPaths, makeBelow, makeKeptFolders } from './kept-paths.ts';
import type { KeptPlace } from './slots.ts';

/** A kept folder, and where a server has it below its own. */
export type KeptFolder = { source: string; place: string };

type Wanted = { place: KeptPlace; keep: readonly string[]; build: string };

/** Content that is there is never touched: only a folder that is new gets what the build has at its place. */
export async function prepareKept(paths: DataPaths, { place, keep, build }: Wanted): Promise<KeptFolder[]> {
  const at = keptPaths(paths, place);
  const wanted = keep.map(plainKeepPath);
  for (const one of wanted) await refuseOther(build, one);
  await makeKeptFolders(at);
  const folders: KeptFolder[] = [];
  for (const one of wanted) {
    const source = path.join(at.files, one);
    if (!(await isFolder(source))) await begin(at.files, one, path.join(build, one));
    folders.push({ source, place: one });
  }
  return folders;
}

/** A link of a hostile build would lead the folder to another place. */
async function refuseOther(build: string, keep: string): Promise<void> {
  let at = build;
  for (const name of keep.split('/')) {
    at = path.join(at, name);
    const found = await lstatOrNone(at);
    if (found === undefined) return;
    if (!found.isDirectory())
      throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'kept.no-folder-in-build', { name: keep });
  }
}

/** Under another name until all of it is there. */
async function begin(files: string, keep: string, from: string): Promise<void> {
  const parent = path.dirname(keep);
  if (parent !== '.') await makeBelow(files, parent);
  const target = path.join(files, keep);
  const draft = path.join(path.dirname(files), 'beginning');
  await rm(draft, { recursive: true, force: true });
  if ((await lstatOrNone(from)) === undefined) await makeBelow(path.dirname(draft), 'beginning');
  else await copyTree(from, draft);
  await rename(draft, target);
}

/** By clones where the disk makes them. */
export async function copyTree(from: string, to: string): Promise<void> {
  const options = {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  };
  await cp(from, to, options).catch((thrown: unknown) => {
    if (errorCode(thrown) !== 'ENOSPC') throw thrown;
    throw new AppError('STORAGE_FULL', messageFor('kept.no-room'), { cause: thrown });
  });
}

/** Without a wall a server finds its kept folders through links in its own. */
export async function linkKept(folder: string, kept: readonly KeptFolder[]): Promise<void> {
  for (const { source, place } of kept) {
    const parent = path.dirname(place);
    if (parent !== '.') await makeBelow(folder, parent);
    const target = path.join(folder, place);
    await rm(target, { recursive: true, force: true });
    await symlink(source, target, 'junction');
  }
}

/** Behind a wall they are mounted on empty folders. */
export async function makeMountPoints(folder: string, kept: readonly KeptFolder[]): Promise<void> {
  for (const { place } of kept) await makeBelow(folder, place);
}

async function isFolder(folder: string): Promise<boolean> {
  return (await lstatOrNone(folder))?.isDirectory() === true;
}

async function lstatOrNone(place: string) {
  try {
    return await lstat(place);
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
