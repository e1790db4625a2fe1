// Goes through a kept folder, however large, and however it changes meanwhile.
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { openInside, placeOf } from './open-inside.ts';

/** A path may be as long as a server makes it. */
const MOST_SAID = 100;

/** `path`: below the root, with slashes. `target`: of a link. `isText`: false where the path does not lead there, as its name is no UTF-8. */
export type Walked = { path: string; stats: Stats; target?: string; isText: boolean };
/** Told of what is there and cannot be read: a folder that is closed to us, one that lies too deep, a name that is no text. */
export type OnClosed = (path: string) => void;

/** A folder comes before what is in it. */
export async function* walkKept(root: string, from = '', onClosed?: OnClosed): AsyncGenerator<Walked> {
  const folders = [from];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const walked of entriesOf(root, folder, onClosed)) {
      if (!walked.isText) {
        onClosed?.(walked.path);
        continue;
      }
      yield walked;
      if (walked.stats.isDirectory()) folders.push(walked.path);
    }
  }
}

/**
 * The same for who wants all of it. Refuses at the end where the folder is gone by then, or another one has its place: what was found is
 * not all of either.
 */
export async function* walkWholeKept(root: string, from = '', onClosed?: OnClosed): AsyncGenerator<Walked> {
  const before = await look(root, from);
  yield* walkKept(root, from, onClosed);
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
    for (const name of (await readdir(place, { encoding: 'buffer' })).toSorted(Buffer.compare)) {
      const walked = await lookAt(place, name, folder);
      if (walked !== undefined) yield walked;
    }
  } finally {
    await handle.close();
  }
}

async function* entriesOf(root: string, folder: string, onClosed?: OnClosed): AsyncGenerator<Walked> {
  try {
    yield* readFolder(root, folder);
  } catch (thrown) {
    if (isClosed(thrown) && onClosed !== undefined) onClosed(folder);
    else if (folder === '' || !wentAway(thrown)) throw thrown;
  }
}

/** Undefined where nothing is, or a link is on the way. */
export async function look(root: string, relative: string): Promise<Walked | undefined> {
  try {
    if (relative === '') return { path: '', stats: await lstat(root), isText: true };
    const parent = path.posix.dirname(relative);
    const folder = parent === '.' ? '' : parent;
    const handle = await openInside(root, folder);
    try {
      const name = Buffer.from(path.posix.basename(relative));
      return await lookAt(placeOf(handle, path.join(root, folder)), name, folder);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (wentAway(thrown)) return undefined;
    throw isClosed(thrown) ? closed(relative) : thrown;
  }
}

async function lookAt(place: string, name: Buffer, folder: string): Promise<Walked | undefined> {
  const at = Buffer.concat([Buffer.from(place + path.sep), name]);
  const text = name.toString();
  const about = { path: folder === '' ? text : `${folder}/${text}`, isText: isUtf8(name) };
  try {
    const stats = await lstat(at);
    return { ...about, stats, ...(stats.isSymbolicLink() ? { target: await readlink(at) } : {}) };
  } catch (thrown) {
    if (wentAway(thrown)) return undefined;
    throw thrown;
  }
}

export function wentAway(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(thrown) ?? '');
}

/** Whether it is there, and cannot be read. */
export function isClosed(thrown: unknown): boolean {
  return ['EACCES', 'EPERM', 'ENAMETOOLONG'].includes(errorCode(thrown) ?? '');
}

/** For who has to have all of it, or says that it is not all. */
export function refuseClosed(place: string): never {
  throw closed(place);
}

function closed(place: string): AppError {
  const said = place.length > MOST_SAID ? `${place.slice(0, MOST_SAID)}…` : place;
  const metadata = { errors: [{ path: ['kept', 'closed'] }] };
  return new AppError('VALIDATION_ERROR', 'kept.closed', { path: said }, { metadata });
}

/** What cannot be read counts as one file: it is there. */
export async function measure(root: string, from = '', onClosed?: OnClosed): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 };
  const countOne = () => {
    sum.files += 1;
  };
  for await (const { stats } of walkKept(root, from, onClosed ?? countOne)) {
    if (stats.isDirectory()) continue;
    sum.files += 1;
    if (stats.isFile()) sum.bytes += stats.size;
  }
  return sum;
}
