// Copies kept folders to somewhere else in the data folder, by clones where the disk makes them.
import { constants } from 'node:fs';
import { chmod, copyFile, lutimes, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { openInside, placeOf } from './open-inside.ts';
import { isClosed, refuseClosed, type Walked, walkWholeKept, wentAway } from './walk-kept.ts';

/** What is no file, folder or link is left out, as are files that go away meanwhile. Answers how much it is. */
export async function copyKept(from: string, to: string): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 };
  const folders: Walked[] = [];
  try {
    await mkdir(to, { mode: 0o700 });
    for await (const walked of walkWholeKept(from, '', refuseClosed)) {
      if (walked.stats.isDirectory()) folders.push(walked);
      const copied = await copyOne(from, to, walked).catch((thrown: unknown) => {
        if (isClosed(thrown)) refuseClosed(walked.path);
        throw thrown;
      });
      if (copied === undefined) continue;
      sum.files += 1;
      sum.bytes += copied;
    }
    // Last, and what is inside first: with what is put in them their times change, and some may not be written in.
    for (const { path: place, stats } of folders.toReversed()) {
      await chmod(path.join(to, place), stats.mode & 0o777);
      await lutimes(path.join(to, place), stats.atime, stats.mtime);
    }
    return sum;
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOSPC') throw thrown;
    throw new AppError('STORAGE_FULL', 'kept.no-room', {}, { cause: thrown });
  }
}

/** Answers the bytes of a file or link. */
async function copyOne(from: string, to: string, { path: place, stats, target }: Walked): Promise<number | undefined> {
  const there = path.join(to, place);
  if (stats.isDirectory()) await mkdir(there, { mode: 0o700 });
  else if (target !== undefined) {
    await symlink(target, there);
    return 0;
  } else if (stats.isFile()) return await copyFileAsIs(from, place, there);
  return undefined;
}

async function copyFileAsIs(from: string, place: string, there: string): Promise<number | undefined> {
  try {
    const handle = await openInside(from, place);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return undefined;
      await copyFile(placeOf(handle, path.join(from, place)), there, constants.COPYFILE_FICLONE);
      await chmod(there, found.mode & 0o777);
      await lutimes(there, found.atime, found.mtime);
      return found.size;
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (wentAway(thrown)) return undefined;
    throw thrown;
  }
}
