// Gets the kept folders of a server ready: each is there, begun with what the build brings, and shown where the build has it.
import { lstat, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { plainBuildPath } from '../../../src-shared/service/build-paths.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import type { KeptOrigin } from './kept-origin.ts';
import { keptPaths, makeBelow, makeKeptFolders } from './kept-paths.ts';
import type { KeptPlace } from './slots.ts';

/** A kept folder, and where a server has it below its own. */
export type KeptFolder = { source: string; place: string };

type Wanted = { place: KeptPlace; keep: readonly string[]; origin: KeptOrigin };

/** Content that is there is never touched: only a folder that is new gets what its origin has at its place. */
export async function prepareKept(paths: DataPaths, { place, keep, origin }: Wanted): Promise<KeptFolder[]> {
  const at = keptPaths(paths, place);
  const wanted = keep.map(plainBuildPath);
  for (const one of wanted) await origin.check(one);
  await makeKeptFolders(at);
  const folders: KeptFolder[] = [];
  for (const one of wanted) {
    const source = path.join(at.files, one);
    if (!(await isFolder(source))) await begin(at.files, one, origin);
    folders.push({ source, place: one });
  }
  return folders;
}

/** Under another name until all of it is there. */
async function begin(files: string, keep: string, origin: KeptOrigin): Promise<void> {
  const parent = path.dirname(keep);
  if (parent !== '.') await makeBelow(files, parent);
  const target = path.join(files, keep);
  const draft = path.join(path.dirname(files), 'beginning');
  await rm(draft, { recursive: true, force: true });
  if (!(await origin.copy(keep, draft))) await makeBelow(path.dirname(draft), 'beginning');
  await rename(draft, target);
}

/** Where nothing is mounted a server finds its kept folders through links in its own. */
export async function linkKept(folder: string, kept: readonly KeptFolder[]): Promise<void> {
  for (const { source, place } of kept) {
    const parent = path.dirname(place);
    if (parent !== '.') await makeBelow(folder, parent);
    const target = path.join(folder, place);
    await rm(target, { recursive: true, force: true });
    await symlink(source, target, 'junction');
  }
}

/** Behind a wall of Linux they are mounted on empty folders. */
export async function makeMountPoints(folder: string, kept: readonly KeptFolder[]): Promise<void> {
  for (const { place } of kept) await makeBelow(folder, place);
}

async function isFolder(folder: string): Promise<boolean> {
  return (await ifThere(lstat(folder)))?.isDirectory() === true;
}
