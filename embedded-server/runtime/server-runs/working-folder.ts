// A server's own working folder: a copy of its build, of which it may change every byte.
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { messageFor } from '../../../src-shared/text/message.ts';
import { copyTree } from '../../platform/storage/copy-tree.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import { isCore } from '../crash-bundles/core-dump.ts';
import { wallFolders } from '../walls/plan-wall.ts';
import type { OwnCopy, WallBuilder } from '../walls/wall.ts';

/** Below the working folder: where `{logdir}` points. */
export const LOG_FOLDER = 'logs';

/** Undefined for an image, which has its files itself. An overlay is laid over the folder when the server starts. */
export type BuildCopy = { build: string; kind: OwnCopy['kind']; builder: WallBuilder | undefined } | undefined;

export async function makeWorkingFolder(folder: string, copy: BuildCopy): Promise<void> {
  await removeWorkingFolder(folder);
  await mkdir(folder, { mode: 0o700 });
  if (copy === undefined) {
    await openToImages(folder);
    return;
  }
  const { root, work, tmp } = wallFolders(folder);
  if (copy.builder !== undefined)
    for (const made of [root, work, tmp]) await mkdir(made, { recursive: true, mode: 0o700 });
  if (copy.kind === 'made') await copyTree(copy.build, folder, messageFor('start.no-room-for-copy'));
  // A build with a file of this name gets a folder instead: the server has to be able to write there.
  const logs = path.join(folder, LOG_FOLDER);
  if (copy.kind === 'made') await rm(logs, { recursive: true, force: true });
  await makeFolder(logs, 0o777);
}

/** In an image a server may be anybody. Who else is on this machine does not come past the data folder. */
async function openToImages(folder: string): Promise<void> {
  const logs = path.join(folder, LOG_FOLDER);
  await mkdir(logs);
  for (const opened of [folder, logs]) await chmod(opened, 0o777);
}

export async function removeWorkingFolder(folder: string): Promise<void> {
  for (const one of [folder, wallFolders(folder).all]) await removeWhole(one);
}

/** What a crash left for a debugger stays; everything else would only fill the disk. */
export async function keepCoreDumps(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let kept = 0;
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isFile() && (await isCore(place))) kept += 1;
    else await removeWhole(place);
  }
  if (kept === 0) await removeWorkingFolder(folder);
}
