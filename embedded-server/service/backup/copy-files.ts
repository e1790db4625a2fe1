// Brings the files of a data folder into its backup: builds once each, as they never change, and kept folders where they did.
import { constants, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../platform/storage/data-errors.ts';

/** Answers how many were brought. One that goes away meanwhile was deleted, and is nothing to back up. */
export async function copyNewFiles(from: string, to: string, signal?: AbortSignal): Promise<number> {
  let copied = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true }).catch(absent)) {
    if (!entry.isFile()) continue;
    signal?.throwIfAborted();
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    const [now, there] = await Promise.all([stat(source).catch(gone), stat(target).catch(gone)]);
    if (now === undefined) continue;
    if (there?.size === now.size && Math.abs(there.mtimeMs - now.mtimeMs) < 1) continue;
    if (await copyWhole(source, target)) copied += 1;
  }
  return copied;
}

/** Under its name only once it is whole. */
async function copyWhole(source: string, target: string): Promise<boolean> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  try {
    const { atime, mtime } = await stat(source);
    await copyFile(source, draft, constants.COPYFILE_FICLONE);
    await utimes(draft, atime, mtime);
    await rename(draft, target);
    return true;
  } catch (thrown) {
    await rm(draft, { force: true });
    if (errorCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

/** Removes what is in the backup and no longer in the folder, such as builds that were deleted. */
export async function removeLeftFiles(from: string, to: string, isNeeded: (name: string) => boolean): Promise<void> {
  await stat(from); // of a disk that is gone nothing was deleted
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true }).catch(absent)) {
    if (!entry.isFile() || isNeeded(entry.name)) continue;
    const copy = path.join(entry.parentPath, entry.name);
    if ((await stat(path.join(from, path.relative(to, copy))).catch(gone)) === undefined)
      await rm(copy, { force: true });
  }
}

function absent(thrown: unknown): [] {
  if (errorCode(thrown) === 'ENOENT') return [];
  throw thrown;
}

function gone(thrown: unknown): undefined {
  if (errorCode(thrown) !== 'ENOENT') throw thrown;
}
