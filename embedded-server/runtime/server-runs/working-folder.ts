// A server's own working folder. What its build holds is there by links, so that it finds its files beside it, while the
// build itself is shared and never written to; what the server writes is its own.
import { chmod, link, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/storage/make-folder.ts';

/** Below the working folder: where `{logdir}` points. */
export const LOG_FOLDER = 'logs';

/** Of a build that is an image nothing is in it: the image has its files itself. */
export async function makeWorkingFolder(folder: string, buildFolder: string | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (buildFolder === undefined) {
    await openToImages(folder);
    return;
  }
  const entries = await readdir(buildFolder, { withFileTypes: true });
  for (const entry of entries) {
    const source = path.join(buildFolder, entry.name);
    await linkEntry(source, path.join(folder, entry.name), entry.isDirectory());
  }
  // A build with a folder of this name gets a real one of its own: the server has to be able to write there.
  const logs = path.join(folder, LOG_FOLDER);
  await rm(logs, { force: true });
  await makeFolder(logs, 0o777);
}

/** In an image a server may be anybody. Who else is on this machine does not come past the data folder. */
async function openToImages(folder: string): Promise<void> {
  const logs = path.join(folder, LOG_FOLDER);
  await mkdir(logs);
  for (const opened of [folder, logs]) await chmod(opened, 0o777);
}

export async function removeWorkingFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** What a crash left for a debugger stays; everything else would only fill the disk. */
export async function keepCoreDumps(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !/^core(?:\.\d+)?$/.test(name));
  for (const name of others) await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  if (others.length === names.length) await removeWorkingFolder(folder);
}

/** Windows lets everyone make junctions and hard links, and not everyone symbolic ones. */
async function linkEntry(source: string, target: string, isFolder: boolean): Promise<void> {
  if (process.platform !== 'win32') await symlink(source, target);
  else if (isFolder) await symlink(source, target, 'junction');
  else await link(source, target);
}
