// Reads a stored build of any format entry by entry. Names, links, kinds and sizes are checked before anybody sees an entry.

import { type FileHandle, open } from 'node:fs/promises';
import { messageFor } from '../../../src-shared/text/message.ts';
import { TAR_BLOCK } from '../../platform/tar/tar-format.ts';
import {
  type ArchiveEntry,
  type EntryBytes,
  entryRefusal,
  noBytes,
  type OnEntry,
  refusal,
  type TakeEntry,
} from './archive-entry.ts';
import { type Compression, compressionOf, formatOf, loneFileName } from './archive-format.ts';
import { type ArchiveLimits, type Counting, createCounting, defaultArchiveLimits } from './archive-limits.ts';
import { type ByteReader, createByteReader, type Feed } from './byte-reader.ts';
import { decodeFile, headOf } from './decode-file.ts';
import { createEntryCollisions } from './entry-collisions.ts';
import { readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';
import { safeEntryPath, safeLinkTarget } from './safe-entry-path.ts';

export type ReadOptions = {
  /** The file's own name, without its folder: a stored build has none on disk. */
  name: string;
  signal?: AbortSignal | undefined;
  limits?: ArchiveLimits | undefined;
  /** Where the entries are meant to go. */
  platform?: NodeJS.Platform | undefined;
};

export type ArchiveFormat = 'tar' | 'zip' | 'file';

const READ_BYTES = 1_048_576;

/** Answers what the file was; `file` means that it is one program or other file, and no archive. */
export async function readArchive(file: string, options: ReadOptions, onEntry: OnEntry): Promise<ArchiveFormat> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw refusal(messageFor('archive.empty'), messageFor('archive.do-upload-again'));
    const limits = options.limits ?? defaultArchiveLimits;
    const counting = createCounting(limits, size, options.signal);
    const takeEntry = checking(options, counting, onEntry);
    const compression = compressionOf(await headOf(handle));
    if (compression === undefined && formatOf(await headOf(handle), options.name) === 'zip') {
      await readZip(handle, size, counting, limits.entries, takeEntry);
      return 'zip';
    }
    return await readStream({ handle, size, compression, counting, options }, takeEntry);
  } finally {
    await handle.close();
  }
}

type Stream = {
  handle: FileHandle;
  size: number;
  compression: Compression | undefined;
  counting: Counting;
  options: ReadOptions;
};

async function readStream(stream: Stream, takeEntry: TakeEntry): Promise<ArchiveFormat> {
  const { handle, size, counting, options } = stream;
  const unpacked = await decodeFile(handle, size);
  try {
    const { feed, head } = await peek(counted(unpacked, counting));
    const reader = createByteReader(feed);
    const format = formatOf(head, options.name);
    if (format === 'tar') await readTar(reader, takeEntry);
    else if (format === 'file') await readLoneFile(reader, stream, takeEntry);
    else throw refusal(messageFor('archive.zip-within-archive'), messageFor('archive.do-upload-zip-itself'));
    return format;
  } finally {
    await unpacked.close();
  }
}

function counted(feed: Feed, counting: Counting): Feed {
  const jump = feed.jump?.bind(feed);
  return {
    next: async () => {
      const chunk = await feed.next();
      counting.add(chunk?.length ?? 0);
      return chunk;
    },
    ...(jump === undefined
      ? {}
      : {
          jump: async (bytes) => {
            counting.add(bytes);
            return await jump(bytes);
          },
        }),
    close: () => feed.close(),
  };
}

/** Looks at the first bytes and gives them again. */
async function peek(feed: Feed): Promise<{ feed: Feed; head: Buffer }> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < TAR_BLOCK) {
    const chunk = await feed.next();
    if (chunk === undefined) break;
    first = first.length === 0 && chunk.length >= TAR_BLOCK ? chunk : Buffer.concat([first, chunk]);
  }
  let isGiven = first.length === 0;
  const next = async () => {
    if (isGiven) return await feed.next();
    isGiven = true;
    return first;
  };
  return { feed: { ...feed, next }, head: first };
}

async function readLoneFile(reader: ByteReader, stream: Stream, takeEntry: TakeEntry): Promise<void> {
  const path = loneFileName(stream.options.name, stream.compression);
  const size = stream.compression === undefined ? stream.size : undefined;
  let total = 0;
  const read = async () => {
    const chunk = await reader.some(READ_BYTES);
    total += chunk?.length ?? 0;
    stream.counting.checkFile(path, total);
    return chunk;
  };
  await takeEntry({ path, type: 'file', size, mode: undefined }, { read });
}

/** What stands between the formats and whoever asked: nothing passes that was not checked. */
function checking(
  { signal, platform = process.platform }: ReadOptions,
  counting: Counting,
  onEntry: OnEntry,
): TakeEntry {
  const collisions = createEntryCollisions(platform);
  return async (raw: ArchiveEntry, bytes: EntryBytes) => {
    signal?.throwIfAborted();
    const path = safeEntryPath(raw.path, platform);
    if (path === '') {
      if (raw.type === 'folder') return;
      throw entryRefusal(raw.path, messageFor('archive.name-missing'), messageFor('archive.do-leave-entry-out'));
    }
    counting.addEntry(path);
    counting.checkFile(path, raw.size ?? 0);
    collisions.add(path, raw.type);
    if (raw.linkTarget === undefined) await onEntry({ ...raw, path }, raw.type === 'file' ? bytes : noBytes);
    else await onEntry({ ...raw, path, linkTarget: safeLinkTarget(path, raw.linkTarget, platform) }, noBytes);
  };
}
