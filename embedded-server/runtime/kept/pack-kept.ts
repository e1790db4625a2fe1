// Kept folders as a tar: to be downloaded, and on their way to a node and back.
import { constants } from 'node:fs';
import { chmod, lutimes, mkdir, open, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { EntryBytes } from '../../files/archives/archive-entry.ts';
import { createByteReader } from '../../files/archives/byte-reader.ts';
import { type RawEntry, readTarEntries } from '../../files/archives/tar-entries.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { paddingOf, TAR_END } from '../../platform/tar/tar-format.ts';
import { tarHeader } from '../../platform/tar/tar-writer.ts';
import { openInside } from './open-inside.ts';
import { isClosed, type OnClosed, refuseClosed, type Walked, walkWholeKept, wentAway } from './walk-kept.ts';

const CHUNK_BYTES = 262_144;
const MODE = 0o777;

/** File by file, while a server may go on writing in it. Owners are left out. */
export async function* packKept(root: string, from = '', onClosed?: OnClosed): AsyncGenerator<Buffer> {
  for await (const walked of walkWholeKept(root, from, onClosed)) {
    const { path: at, stats, target } = walked;
    if (stats.isDirectory()) yield tarHeader({ kind: 'folder', path: at }, stampOf(stats));
    else if (target !== undefined) yield tarHeader({ kind: 'link', path: at, target });
    else if (stats.isFile()) yield* fileOf(root, walked);
  }
  yield TAR_END;
}

function stampOf({ mtimeMs, mode }: { mtimeMs: number; mode: number }) {
  return { time: Math.max(0, Math.floor(mtimeMs / 1000)), mode: mode & MODE };
}

/** As long as it was when it was opened: what is cut off by then is filled with zeros, what was added is left out. */
async function* fileOf(root: string, { path: at }: Walked): AsyncGenerator<Buffer> {
  const handle = await openInside(root, at).catch((thrown: unknown) => {
    if (isClosed(thrown)) refuseClosed(at);
    if (!wentAway(thrown)) throw thrown;
  });
  if (handle === undefined) return;
  try {
    const stats = await handle.stat();
    const { size } = stats;
    yield tarHeader({ kind: 'file', path: at, size, isProgram: false }, stampOf(stats));
    for (let done = 0; done < size; ) {
      const length = Math.min(CHUNK_BYTES, size - done);
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, done);
      yield bytesRead === 0 ? Buffer.alloc(length) : buffer.subarray(0, bytesRead);
      done += bytesRead === 0 ? length : bytesRead;
    }
    yield Buffer.alloc(paddingOf(size));
  } finally {
    await handle.close();
  }
}

type Unpacking = {
  /** Called before so many bytes are written; throws where there is no room. */
  room?(bytes: number): Promise<void>;
};
/** What was unpacked so far. `folders`: none of them is reached through a link. */
type Unpacked = { to: string; files: number; bytes: number; folders: Map<string, RawEntry | undefined> };

/** Into a folder that nobody else writes in, which is made. What somebody may have made up leads nowhere else. */
export async function unpackKept(
  from: AsyncIterable<Buffer>,
  to: string,
  { room }: Unpacking = {},
): Promise<{ files: number; bytes: number }> {
  await mkdir(to, { mode: 0o700 });
  const feed = from[Symbol.asyncIterator]();
  const reader = createByteReader({
    next: async () => {
      const { done, value } = await feed.next();
      return done === true ? undefined : value;
    },
    close: () => Promise.resolve(),
  });
  const state: Unpacked = { to, files: 0, bytes: 0, folders: new Map([['', undefined]]) };
  try {
    await readTarEntries(reader, { endMark: 'required' }, async (entry, bytes) => {
      await room?.(entry.size);
      await unpackOne(state, entry, bytes);
      return undefined;
    });
    // Last, and what is inside first: with what is put in them their times change, and some may not be written in.
    for (const [place, entry] of [...state.folders].toReversed())
      if (entry !== undefined) await stamp(to, place, entry);
    return { files: state.files, bytes: state.bytes };
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOSPC') throw thrown;
    throw new AppError('STORAGE_FULL', 'kept.no-room', {}, { cause: thrown });
  }
}

async function unpackOne(state: Unpacked, entry: RawEntry, bytes: EntryBytes): Promise<void> {
  const place = entry.path.replace(/\/$/, '');
  const parent = path.posix.dirname(place);
  const isPlain = place.split('/').every((name) => !['', '.', '..'].includes(name)) && !/[\0\\]/.test(place);
  if (!isPlain || !state.folders.has(parent === '.' ? '' : parent)) throw unreadable();
  const at = path.join(state.to, place);
  if (entry.kind === '5') {
    await mkdir(at, { mode: 0o700 });
    state.folders.set(place, entry);
    return;
  }
  state.files += 1;
  if (entry.kind === '2') await symlink(entry.linkPath, at);
  else if (entry.kind === '0') state.bytes += await writeOne(state, place, entry, bytes);
  else throw unreadable();
}

async function writeOne({ to }: Unpacked, place: string, entry: RawEntry, { read }: EntryBytes): Promise<number> {
  const handle = await open(path.join(to, place), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    for (let chunk = await read(); chunk !== undefined; chunk = await read()) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
  await stamp(to, place, entry);
  return entry.size;
}

async function stamp(to: string, place: string, { mode, block }: RawEntry): Promise<void> {
  const time = Number.parseInt(block.toString('latin1', 136, 147), 8);
  await chmod(path.join(to, place), mode & MODE);
  if (Number.isSafeInteger(time)) await lutimes(path.join(to, place), time, time);
}

function unreadable(): AppError {
  return new AppError('VALIDATION_ERROR', 'kept.unreadable');
}
