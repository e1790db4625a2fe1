// Brings the files of a data folder into its backup: builds once each, as they never change, and kept folders where they did. What the
// backup has of them stands in a list beside them, as not every place keeps the times of files.
import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { openInside, placeOf } from '../../runtime/kept/open-inside.ts';
import { type Walked, wentAway } from '../../runtime/kept/walk-kept.ts';
import { type Part, parts } from './contents.ts';
import { followFolders } from './copy-folders.ts';
import { isUnreadable, type KeptListing, listKept, lookFor, type PassOver } from './list-kept.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** By their names in the backup: bytes, the time of the last change in ms, and the mode. */
const filesList = z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]));
export type FilesList = z.infer<typeof filesList>;

const NAME = 'files.json';
/** What was sent and is not in the list yet is sent again after a crash. */
const WRITE_EVERY_MS = 30_000;
/** Of a place. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

export type FileCopies = {
  /** Brings what is new. Answers the kept files that the backup has and the folder no longer: what goes away meanwhile is told next time. */
  bring(signal?: AbortSignal): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  /** Removes what the folder no longer has, such as builds that were deleted. */
  removeLeft(isNeeded: (name: string) => boolean): Promise<void>;
};

type Folders = Pick<DataPaths, Part>;

/** `builds`: those that are wanted, by the SHA-256 of their bytes. `passOver`: hears what of kept folders cannot be brought. */
export async function followFiles(
  place: BackupPlace,
  folders: Folders,
  builds: () => string[],
  passOver: PassOver = () => undefined,
): Promise<FileCopies> {
  const known = await readThere(place);
  const bringFolders = followFolders(place);
  const write = () => place.write(NAME, JSON.stringify(Object.fromEntries(known)));
  const list = { writtenAt: 0, isChanged: false };
  const takesList = () =>
    write().then(
      () => true,
      () => false,
    );
  const isKnown = (name: string, now: Stats) => {
    const before = known.get(name);
    return isSame(before, { name, now }) && (isBuild(name) || before?.[2] === now.mode);
  };
  const bringFile = async (found: Found): Promise<void> => {
    const { name, now } = found;
    // Where its mode alone changed nothing is sent: a mode stands in the list.
    if (!isSame(known.get(name), found) && !(await isBrought(place, found))) return;
    known.set(name, [now.size, now.mtimeMs, now.mode]);
    list.isChanged = true;
    if (Date.now() - list.writtenAt < WRITE_EVERY_MS) return;
    await write();
    [list.writtenAt, list.isChanged] = [Date.now(), false];
  };
  const bringBuild = async ({ name, file }: Listed) => {
    const now = await ifThere(stat(file));
    if (now === undefined || isKnown(name, now)) return;
    await bringFile({ name, file, now, look: () => ifThere(stat(file)) });
  };
  const bringKept = async (root: string, { path: relative, stats }: Walked) => {
    const name = `kept/${relative}`;
    if (!stats.isFile() || isKnown(name, stats)) return;
    const opened = await openKept(root, relative, passOver);
    if (opened === undefined) return;
    try {
      if (opened.now.isFile()) await bringFile({ name, ...opened });
    } catch (thrown) {
      // A place that takes the list is there: what it does not take is this file, as for its name.
      if (FULL.has(errorCode(thrown) ?? '') || !(await takesList())) throw thrown;
      passOver(relative, thrown);
    } finally {
      await opened.close();
    }
  };
  const remove = async (names: readonly string[]) => {
    for (const name of names) known.delete(name);
    await write(); // first: a list may lack what is there, and never name what is not
    for (const name of names) await place.remove(name);
  };
  return {
    bring: async (signal) => {
      const wanted = new Set(builds());
      list.writtenAt = Date.now();
      try {
        for (const one of (await listBuilds(folders)) ?? []) {
          signal?.throwIfAborted();
          if (wanted.has(path.basename(one.file))) await bringBuild(one);
        }
        const kept = await listKept(folders.kept, passOver);
        if (kept === undefined) return [];
        const missing = missingFrom(known, kept);
        // A place cannot hold a file where a folder has to be, nor the other way round.
        const replaced = await thoseThatAre('replaced', missing, kept);
        if (replaced.length > 0) await remove(replaced);
        for (const one of kept.found) {
          signal?.throwIfAborted();
          await bringKept(kept.root, one);
        }
        await bringFolders(kept);
        return await thoseThatAre('gone', missing, kept);
      } finally {
        if (list.isChanged) await write();
        list.isChanged = false;
      }
    },
    remove,
    removeLeft: async (isNeeded) => {
      for (const part of parts) await stat(folders[part]); // of a disk that is gone nothing was deleted
      const [found, root] = await Promise.all([listBuilds(folders), realpath(folders.kept)]);
      if (found === undefined) return;
      const there = new Set(found.map(({ name }) => name));
      const left: string[] = [];
      for (const name of known.keys()) {
        const isThere = isBuild(name) ? there.has(name) : (await lookFor(root, belowKept(name))) === 'there';
        if (!isThere && !isNeeded(path.posix.basename(name))) left.push(name);
      }
      if (left.length > 0) await remove(left);
    },
  };
}

/** For a restore, which gives files their times and modes back. */
export async function readFilesList(place: BackupPlace): Promise<FilesList> {
  const text = await place.read(NAME);
  try {
    return filesList.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {}; // it is made again from the files themselves
  }
}

/** What the list says of files that are truly there; of builds their names say enough. */
async function readThere(place: BackupPlace): Promise<Map<string, FilesList[string]>> {
  const listed = await readFilesList(place);
  const there = new Map<string, FilesList[string]>();
  for (const part of parts) {
    for (const { name, bytes } of await place.list(part)) {
      const found = listed[name] ?? [bytes, 0, 0];
      if (found[0] === bytes) there.set(name, found);
    }
  }
  return there;
}

/** Of its bytes: their number, and when they were changed. */
function isSame(before: FilesList[string] | undefined, { name, now }: Pick<Found, 'name' | 'now'>): boolean {
  const [bytes, at] = before ?? [];
  return bytes === now.size && (isBuild(name) || Math.abs((at ?? 0) - now.mtimeMs) < 1);
}

/** Named by the SHA-256 of its bytes. */
function isBuild(name: string): boolean {
  return name.startsWith('blobs/');
}

function belowKept(name: string): string {
  return name.slice('kept/'.length);
}

type Listed = { name: string; file: string };
/** `look`: tells how it is by then. */
type Found = Listed & { now: Stats; look(): Promise<Stats | undefined> };
type Opened = Omit<Found, 'name'> & { close(): Promise<void> };

/** Undefined where some of it went away while it was read, or all of it with its disk: the next turn knows more. */
async function listBuilds({ blobs }: Folders): Promise<Listed[] | undefined> {
  const entries = await ifThere(readdir(blobs, { recursive: true, withFileTypes: true }));
  const files = entries?.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const nameOf = (file: string) => `blobs/${path.relative(blobs, file).split(path.sep).join('/')}`;
  return files?.map((file) => ({ name: nameOf(file), file }));
}

/** Nothing where there is no folder at all: its disk may be away. */
function missingFrom(known: ReadonlyMap<string, unknown>, { found }: KeptListing): string[] {
  if (found.length === 0) return [];
  const there = new Set(found.filter(({ stats }) => stats.isFile()).map(({ path: at }) => `kept/${at}`));
  return [...known.keys()].filter((name) => !isBuild(name) && !there.has(name));
}

/** As they are now: a file that was only exchanged while folders were read is there again. */
async function thoseThatAre(
  what: 'gone' | 'replaced',
  names: readonly string[],
  { root }: KeptListing,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) if ((await lookFor(root, belowKept(name))) === what) found.push(name);
  return found;
}

/** Undefined where it went away, or a link has its place by now. */
async function openKept(root: string, relative: string, passOver: PassOver): Promise<Opened | undefined> {
  try {
    const handle = await openInside(root, relative);
    const [now, file] = [await handle.stat(), placeOf(handle, path.join(root, relative))];
    return { file, now, look: () => handle.stat(), close: () => handle.close() };
  } catch (thrown) {
    if (isUnreadable(thrown)) passOver(relative, thrown);
    else if (!wentAway(thrown)) throw thrown;
    return undefined;
  }
}

/** One that changes while it is sent comes with the next turn. */
async function isBrought(place: BackupPlace, { name, file, now, look }: Found): Promise<boolean> {
  try {
    await place.put(name, file);
    return true;
  } catch (thrown) {
    const later = await look();
    const isUnchanged = later?.size === now.size && later.mtimeMs === now.mtimeMs && later.ctimeMs === now.ctimeMs;
    if (isUnchanged) throw thrown;
    return false;
  }
}
