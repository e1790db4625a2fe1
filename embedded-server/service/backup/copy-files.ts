// Brings the files of a data folder into its backup: builds once each, as they never change, and kept folders where they did. What the
// backup has of them stands in a list beside them, as not every place keeps the times of files.
import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
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
  /** Brings what is new. What goes away meanwhile was deleted, and is nothing to back up. */
  bring(signal?: AbortSignal): Promise<void>;
  /** Removes what the folder no longer has, such as builds that were deleted. */
  removeLeft(isNeeded: (name: string) => boolean): Promise<void>;
};

type Folders = Pick<DataPaths, Part>;

/** `builds`: those that are wanted, by the SHA-256 of their bytes. */
export async function followFiles(place: BackupPlace, folders: Folders, builds: () => string[]): Promise<FileCopies> {
  const known = await readThere(place);
  const bringFolders = followFolders(place, folders);
  const write = () => place.write(NAME, JSON.stringify(Object.fromEntries(known)));
  return {
    bring: async (signal) => {
      const wanted = new Set(builds());
      let writtenAt = Date.now();
      let isChanged = false;
      try {
        for await (const { name, file, now } of filesOf(folders)) {
          signal?.throwIfAborted();
          if (isKnown(known, name, now) || (isBuild(name) && !wanted.has(path.posix.basename(name)))) continue;
          if (!(await isBrought(place, { name, file, now }))) continue;
          known.set(name, [now.size, now.mtimeMs, now.mode]);
          isChanged = true;
          if (Date.now() - writtenAt < WRITE_EVERY_MS) continue;
          await write();
          [writtenAt, isChanged] = [Date.now(), false];
        }
        await bringFolders();
      } finally {
        if (isChanged) await write();
      }
    },
    removeLeft: async (isNeeded) => {
      for (const part of parts) await stat(folders[part]); // of a disk that is gone nothing was deleted
      const there = new Set<string>();
      for await (const { name } of filesOf(folders)) there.add(name);
      const left = [...known.keys()].filter((name) => !there.has(name) && !isNeeded(path.posix.basename(name)));
      if (left.length === 0) return;
      for (const name of left) known.delete(name);
      await write(); // first: a list may lack what is there, and never name what is not
      for (const name of left) await place.remove(name);
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

function isKnown(known: Map<string, FilesList[string]>, name: string, { size, mtimeMs }: Stats): boolean {
  const [bytes, at] = known.get(name) ?? [];
  return bytes === size && (isBuild(name) || Math.abs((at ?? 0) - mtimeMs) < 1);
}

/** Named by the SHA-256 of its bytes. */
function isBuild(name: string): boolean {
  return name.startsWith('blobs/');
}

type Found = { name: string; file: string; now: Stats };

async function* filesOf(folders: Folders): AsyncGenerator<Found> {
  for (const part of parts) {
    const folder = folders[part];
    for (const entry of (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const now = await ifThere(stat(file));
      if (now !== undefined)
        yield { name: `${part}/${path.relative(folder, file).split(path.sep).join('/')}`, file, now };
    }
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
