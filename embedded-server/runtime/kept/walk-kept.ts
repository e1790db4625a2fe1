// Goes through a kept folder, however large, and however it changes meanwhile.
import type { Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { openInside, placeOf } from './open-inside.ts';

/** `path`: below the root, with slashes. `target`: of a link. */
export type Walked = { path: string; stats: Stats; target?: string };

/** A folder comes before what is in it. */
export async function* walkKept(root: string, from = ''): AsyncGenerator<Walked> {
  const folders = [from];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const walked of entriesOf(root, folder)) {
      yield walked;
      if (walked.stats.isDirectory()) folders.push(walked.path);
    }
  }
}

/**
 * The same for who wants all of it. Refuses at the end where the folder is gone by then, or another one has its place: what was found is
 * not all of either.
 */
export async function* walkWholeKept(root: string, from = ''): AsyncGenerator<Walked> {
  const before = await look(root, from);
  yield* walkKept(root, from);
  const after = await look(root, from);
  if (before === undefined || after === undefined || !isSame(before, after))
    throw new AppError('KEPT_NOT_FOUND', 'kept.replaced');
}

function isSame({ stats: one }: Walked, { stats: other }: Walked): boolean {
  return one.isDirectory() && one.dev === other.dev && one.ino === other.ino;
}

/** What is in a folder, by name. Of one that went away meanwhile nothing; refused where none was to begin with. */
export async function* readFolder(root: string, folder: string): AsyncGenerator<Walked> {
  const handle = await openInside(root, folder);
  try {
    const place = placeOf(handle, path.join(root, folder));
    for (const name of (await readdir(place)).toSorted()) {
      const walked = await lookAt(place, name, folder);
      if (walked !== undefined) yield walked;
    }
  } finally {
    await handle.close();
  }
}

async function* entriesOf(root: string, folder: string): AsyncGenerator<Walked> {
  try {
    yield* readFolder(root, folder);
  } catch (thrown) {
    if (folder === '' || !wentAway(thrown)) throw thrown;
  }
}

/** Undefined where nothing is, or a link is on the way. */
export async function look(root: string, relative: string): Promise<Walked | undefined> {
  try {
    if (relative === '') return { path: '', stats: await lstat(root) };
    const parent = path.posix.dirname(relative);
    const folder = parent === '.' ? '' : parent;
    const handle = await openInside(root, folder);
    try {
      return await lookAt(placeOf(handle, path.join(root, folder)), path.posix.basename(relative), folder);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (wentAway(thrown)) return undefined;
    throw thrown;
  }
}

async function lookAt(place: string, name: string, folder: string): Promise<Walked | undefined> {
  const at = path.join(place, name);
  const relative = folder === '' ? name : `${folder}/${name}`;
  try {
    const stats = await lstat(at);
    return { path: relative, stats, ...(stats.isSymbolicLink() ? { target: await readlink(at) } : {}) };
  } catch (thrown) {
    if (wentAway(thrown)) return undefined;
    throw thrown;
  }
}

export function wentAway(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(thrown) ?? '');
}

export async function measure(root: string, from = ''): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 };
  for await (const { stats } of walkKept(root, from)) {
    if (stats.isDirectory()) continue;
    sum.files += 1;
    if (stats.isFile()) sum.bytes += stats.size;
  }
  return sum;
}
