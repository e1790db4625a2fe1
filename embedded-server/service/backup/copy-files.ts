// Brings the files of a data folder into its backup: builds once each, as they never change, and kept folders where they did. What the
// backup has of them stands in a list beside them, as not every place keeps the times of files.
import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { type Part, parts } from './contents.ts';
import { followFolders } from './copy-folders.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** By their names in the backup: bytes, the time of the last change in ms, and the mode. */
const filesList = z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]));
export type FilesList = z.infer<typeof filesList>;

const NAME = 'files.json';
/** What was sent and is not in the list yet is sent again after a crash. */
const WRITE_EVERY_MS = 30_000;

export type FileCopies = {
  /** Brings what is new. Answers the kept files that the backup has and the folder no longer: what goes away meanwhile is told next time. */
  bring(signal?: AbortSignal): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  /** Removes what the folder no longer has, such as builds that were deleted. */
  removeLeft(isNeeded: (name: string) => boolean): Promise<void>;
};

type Folders = Pick<DataPaths, Part>;

/** `builds`: those that are wanted, by the SHA-256 of their bytes. */
export async function followFiles(place: BackupPlace, folders: Folders, builds: () => string[]): Promise<FileCopies> {
  const known = await readThere(place);
  const bringFolders = followFolders(place, folders);
  const write = () => place.write(NAME, JSON.stringify(Object.fromEntries(known)));
  const list = { writtenAt: 0, isChanged: false };
  const bringFile = async (found: Found): Promise<void> => {
    const { name, now } = found;
    const before = known.get(name);
    if (isSame(before, found) && (isBuild(name) || before?.[2] === now.mode)) return;
    // Where its mode alone changed nothing is sent: a mode stands in the list.
    if (!isSame(before, found) && !(await isBrought(place, found))) return;
    known.set(name, [now.size, now.mtimeMs, now.mode]);
    list.isChanged = true;
    if (Date.now() - list.writtenAt < WRITE_EVERY_MS) return;
    await write();
    [list.writtenAt, list.isChanged] = [Date.now(), false];
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
        for (const { name, file } of (await listPart(folders, 'blobs'))?.files ?? []) {
          if (wanted.has(path.basename(file))) await bringNow(bringFile, { name, file }, signal);
        }
        const kept = await listPart(folders, 'kept');
        const missing = missingFrom(known, kept);
        // A place cannot hold a file where a folder has to be, nor the other way round.
        const replaced = await thoseThatAre('replaced', missing, folders);
        if (replaced.length > 0) await remove(replaced);
        for (const one of kept?.files ?? []) await bringNow(bringFile, one, signal);
        await bringFolders();
        return await thoseThatAre('gone', missing, folders);
      } finally {
        if (list.isChanged) await write();
        list.isChanged = false;
      }
    },
    remove,
    removeLeft: async (isNeeded) => {
      for (const part of parts) await stat(folders[part]); // of a disk that is gone nothing was deleted
      const listings = await Promise.all(parts.map((part) => listPart(folders, part)));
      if (listings.includes(undefined)) return;
      const there = new Set(listings.flatMap((listing) => listing?.files ?? []).map(({ name }) => name));
      const left = [...known.keys()].filter((name) => !there.has(name) && !isNeeded(path.posix.basename(name)));
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
function isSame(before: FilesList[string] | undefined, { name, now: { size, mtimeMs } }: Found): boolean {
  const [bytes, at] = before ?? [];
  return bytes === size && (isBuild(name) || Math.abs((at ?? 0) - mtimeMs) < 1);
}

/** Named by the SHA-256 of its bytes. */
function isBuild(name: string): boolean {
  return name.startsWith('blobs/');
}

type Listed = { name: string; file: string };
type Listing = { files: Listed[]; isEmpty: boolean };
type Found = Listed & { now: Stats };

/** Undefined where some of it went away while it was read, or all of it with its disk: the next turn knows more. */
async function listPart(folders: Folders, part: Part): Promise<Listing | undefined> {
  const folder = folders[part];
  const entries = await ifThere(readdir(folder, { recursive: true, withFileTypes: true }));
  if (entries === undefined) return undefined;
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const nameOf = (file: string) => `${part}/${path.relative(folder, file).split(path.sep).join('/')}`;
  return { files: files.map((file) => ({ name: nameOf(file), file })), isEmpty: entries.length === 0 };
}

async function bringNow(bring: (found: Found) => Promise<void>, listed: Listed, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const now = await ifThere(stat(listed.file));
  if (now !== undefined) await bring({ ...listed, now });
}

/** Nothing where there is no folder at all: its disk may be away. */
function missingFrom(known: ReadonlyMap<string, unknown>, kept: Listing | undefined): string[] {
  if (kept === undefined || kept.isEmpty) return [];
  const there = new Set(kept.files.map(({ name }) => name));
  return [...known.keys()].filter((name) => !isBuild(name) && !there.has(name));
}

/** As they are now: a file that was only exchanged while folders were read is there again. */
async function thoseThatAre(what: 'gone' | 'replaced', names: readonly string[], { kept }: Folders): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    if ((await lookFor(path.join(kept, ...name.split('/').slice(1)))) === what) found.push(name);
  }
  return found;
}

/** Replaced: a folder is there by now, or a file where its folder was. */
async function lookFor(file: string): Promise<'gone' | 'replaced' | 'there'> {
  try {
    const now = await ifThere(lstat(file));
    if (now?.isDirectory() === true) return 'replaced';
    return now?.isFile() === true ? 'there' : 'gone';
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOTDIR') return 'replaced';
    throw thrown;
  }
}

/** One that changes while it is sent comes with the next turn. */
async function isBrought(place: BackupPlace, { name, file, now }: Found): Promise<boolean> {
  try {
    await place.put(name, file);
    return true;
  } catch (thrown) {
    const later = await ifThere(stat(file));
    if (later?.size === now.size && later.mtimeMs === now.mtimeMs) throw thrown;
    return false;
  }
}
