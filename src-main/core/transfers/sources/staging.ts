// Copies of what a window has but cannot name by a path: a browser gives pages bytes and no paths. Each copy is a folder of ours,
// kept until the transfer has what it needs of it.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeAll } from '../../../../embedded-server/platform/durable/write-all.ts';
import { isProgramHead } from '../../../../src-shared/builds/program-head.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { size } from '../../../../src-shared/size-text.ts';
import { MODE_PLAIN, MODE_PROGRAM } from '../../pack/modes.ts';
import { readFrames, type StagedFrame } from './staged-frames.ts';

/** What stays free on the disk beside a copy. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** Small files are written side by side: each is three calls to the system, and the disk waits for none of them. */
const WRITTEN_AT_ONCE = 16;

export const stagingRequest = z.object({ name: z.string().min(1).max(255), bytes: z.int().min(0) });
export type StagingRequest = z.infer<typeof stagingRequest>;
export const stagingRoom = stagingRequest.pick({ bytes: true });
export type Staging = ReturnType<typeof createStaging>;

type Copy = { place: string; folders: Map<string, Promise<unknown>> };

export function createStaging(root: string) {
  const copies = new Map<string, Copy>();
  const find = (id: string): Copy => {
    const found = copies.get(id);
    if (found !== undefined) return found;
    throw new AppError('API_NOT_FOUND', 'drop.copy-forgotten');
  };
  return {
    ...onDisk(root),
    begin: async (request: StagingRequest): Promise<string> => {
      const id = randomUUID();
      copies.set(id, await beginCopy(path.join(root, id), request));
      return id;
    },
    /** Fails where that much more does not fit: a window learns how much it copies while it copies. */
    requireRoom: async (id: string, bytes: number): Promise<void> => {
      await requireRoom(path.dirname(find(id).place), bytes);
    },
    /** Takes pieces of files, in any order of files. */
    receive: async (id: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
      await receivePieces(find(id), bytes);
    },
    /** Where the copy is, when all of it is there. */
    finish: (id: string): string => {
      const { place } = find(id);
      copies.delete(id);
      return place;
    },
    drop: async (id: string): Promise<void> => {
      const { place } = find(id);
      copies.delete(id);
      await remove(path.dirname(place));
    },
  };
}

/** What is known of a copy by where it lies alone. */
function onDisk(root: string) {
  const folderOf = (place: string): string | undefined => {
    const [id, ...rest] = path.relative(root, place).split(path.sep);
    return id === undefined || id === '' || id === '..' || rest.length === 0 ? undefined : path.join(root, id);
  };
  return {
    isCopy: (place: string): boolean => folderOf(place) !== undefined,
    /** Removes the copy at a place; anything else stays untouched. */
    release: async (place: string): Promise<void> => {
      const folder = folderOf(place);
      if (folder !== undefined) await remove(folder);
    },
    /** Removes what an earlier run left and no transfer needs. */
    sweep: async (needed: readonly string[]): Promise<void> => {
      const kept = new Set(needed.map(folderOf));
      const names = await readdir(root).catch(() => []); // nothing was ever copied
      const gone = names.map((name) => path.join(root, name)).filter((folder) => !kept.has(folder));
      await Promise.all(gone.map(remove));
    },
  };
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

async function beginCopy(folder: string, { name, bytes }: StagingRequest): Promise<Copy> {
  const [only, ...more] = safeSegments(name);
  if (only === undefined || more.length > 0) throw badName(name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await requireRoom(folder, bytes);
  } catch (thrown) {
    await remove(folder);
    throw thrown;
  }
  return { place: path.join(folder, only), folders: new Map() };
}

async function receivePieces(copy: Copy, bytes: AsyncIterable<Buffer>): Promise<void> {
  const writing = new Set<Promise<void>>();
  let file: { path: string; handle: FileHandle } | undefined;
  try {
    for await (const frame of readFrames(bytes)) {
      if (frame.isWhole) {
        if (writing.size >= WRITTEN_AT_ONCE) await Promise.race(writing);
        begin(writing, writeWhole(copy, frame));
        continue;
      }
      if (file?.path !== frame.path) {
        await Promise.all([...writing, file?.handle.close()]); // a piece may go on with one of them
        file = undefined;
        file = { path: frame.path, handle: await openPiece(copy, frame) };
      }
      await writeAll(file.handle, frame.bytes, frame.offset);
    }
    await Promise.all(writing);
  } catch (thrown) {
    throw explain(thrown);
  } finally {
    await Promise.allSettled(writing);
    await file?.handle.close();
  }
}

/** It is in the set until it has ended well. One that failed stays, for whoever waits for it next. */
function begin(writing: Set<Promise<void>>, one: Promise<void>): void {
  writing.add(one);
  one.then(
    () => writing.delete(one),
    () => undefined,
  );
}

async function writeWhole(copy: Copy, { path: at, bytes }: StagedFrame): Promise<void> {
  await writeFile(await placeOf(copy, at), bytes, { mode: modeOf(bytes) });
}

async function openPiece(copy: Copy, { path: at, offset, bytes }: StagedFrame): Promise<FileHandle> {
  return await open(await placeOf(copy, at), offset === 0 ? 'w' : 'r+', modeOf(bytes));
}

/** A browser does not tell which files may be run: programs may, as they may be once they are packed. */
function modeOf(head: Buffer): number {
  return isProgramHead(head) ? MODE_PROGRAM : MODE_PLAIN;
}

/** One file that was dropped is the copy itself; of a folder, each lies below it, in a folder that is there then. */
async function placeOf({ place, folders }: Copy, at: string): Promise<string> {
  const file = at === '' ? place : path.join(place, ...safeSegments(at));
  const folder = path.dirname(file);
  const made = folders.get(folder) ?? mkdir(folder, { recursive: true });
  folders.set(folder, made);
  await made;
  return file;
}

/** Names that stay below the copy, on every system. */
function safeSegments(at: string): string[] {
  const segments = at.split('/');
  const isBad = (name: string) => name === '' || name === '.' || name === '..' || /[\0\\]/.test(name);
  if (segments.some(isBad) || (process.platform === 'win32' && /[:*?"<>|]/.test(at))) throw badName(at);
  return segments;
}

function badName(at: string): AppError {
  return new AppError('API_BAD_BODY', 'drop.name-invalid', { name: at });
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + SPARE_BYTES) return;
  throw new AppError('PACK_DISK_FULL', 'drop.no-room', { needed: size(bytes), free: size(free) });
}

function explain(thrown: unknown): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new AppError('PACK_DISK_FULL', 'drop.disk-full', {}, { cause: thrown })
    : thrown;
}
