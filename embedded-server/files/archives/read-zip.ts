// Goes through a zip archive in the order of its bytes, by the list at its end, and believes nothing that is said only once.
import type { FileHandle } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { ArchiveEntry, EntryBytes, TakeEntry } from './archive-entry.ts';
import { entryRefusal, noBytes } from './archive-entry.ts';
import type { Counting } from './archive-limits.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { createFileFeed } from './file-feed.ts';
import { DEFLATE, STORE, unpackZipContent } from './zip-content.ts';
import { readZipDirectory } from './zip-directory.ts';
import type { ZipRecord } from './zip-record.ts';

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const SIZES_FOLLOW = 0x0008;
const MAX_32 = 0xffffffff;
/** Content up to this is unpacked at once, which costs far less than a stream for each. */
const AT_ONCE = 1_048_576;
const LINK_BYTES = 4_096;
const AGAIN = messageFor('archive.do-pack-again');

type Archive = { handle: FileHandle; reader: ByteReader; counting: Counting };

export async function readZip(
  handle: FileHandle,
  size: number,
  counting: Counting,
  mostEntries: number,
  takeEntry: TakeEntry,
): Promise<void> {
  const { records, start } = await readZipDirectory(handle, size, mostEntries);
  const feed = createFileFeed(handle, 0, start);
  const archive: Archive = { handle, reader: createByteReader(feed), counting };
  try {
    let at = 0;
    for (const [index, record] of records.entries()) {
      const limit = records[index + 1]?.offset ?? start;
      at = await readRecord(archive, record, at, limit, takeEntry);
    }
  } finally {
    await feed.close();
  }
}

/** The reader stands at `at`, the entry has to end before `limit`; answers where the reader stands then. */
async function readRecord(
  archive: Archive,
  record: ZipRecord,
  at: number,
  limit: number,
  takeEntry: TakeEntry,
): Promise<number> {
  const { reader } = archive;
  if (record.offset < at) throw entryRefusal(record.path, messageFor('archive.entry-shares-bytes'), AGAIN);
  await reader.pass(record.offset - at);
  const dataAt = record.offset + (await readLocalHead(reader, record));
  const end = dataAt + record.packedSize;
  if (end > limit) throw entryRefusal(record.path, messageFor('archive.entry-shares-bytes'), AGAIN);
  if (record.path.startsWith('__MACOSX/')) return dataAt; // what the Finder notes beside each file; no part of a build
  if (record.type === 'file') return await readFile(archive, record, dataAt, takeEntry);
  const raw: ArchiveEntry = { path: record.path, type: record.type, mode: record.mode, size: 0 };
  if (record.type === 'folder') {
    await takeEntry(raw, noBytes);
    return dataAt;
  }
  if (record.size > LINK_BYTES || record.packedSize > LINK_BYTES) {
    throw entryRefusal(
      record.path,
      messageFor('archive.link-target-too-long'),
      messageFor('archive.do-leave-entry-out'),
    );
  }
  const target = unpackAtOnce(record, await reader.take(record.packedSize));
  await takeEntry({ ...raw, linkTarget: target.toString() }, noBytes);
  return end;
}

/** Answers how long the head is. What it says has to be what the list says, or two programs would see two archives. */
async function readLocalHead(reader: ByteReader, record: ZipRecord): Promise<number> {
  const head = Buffer.from(await reader.take(LOCAL_BYTES));
  if (head.length < LOCAL_BYTES || head.readUInt32LE() !== LOCAL) {
    throw entryRefusal(record.path, messageFor('archive.entry-not-where-listed'), AGAIN);
  }
  const [nameBytes, extraBytes] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  const name = await reader.take(nameBytes);
  const sizesFollow = (head.readUInt16LE(6) & SIZES_FOLLOW) !== 0;
  const isSame =
    name.equals(record.rawName) &&
    head.readUInt16LE(8) === record.method &&
    isSameNumber(head.readUInt32LE(14), record.crc, sizesFollow) &&
    isSameNumber(head.readUInt32LE(18), record.packedSize, sizesFollow) &&
    isSameNumber(head.readUInt32LE(22), record.size, sizesFollow);
  if (!isSame) throw entryRefusal(record.path, messageFor('archive.entry-not-as-listed'), AGAIN);
  if ((await reader.pass(extraBytes)) < extraBytes)
    throw entryRefusal(record.path, messageFor('archive.entry-ends-early'), AGAIN);
  return LOCAL_BYTES + nameBytes + extraBytes;
}

/** A size that follows the content may be left out here; one that needs more bits stands elsewhere. */
function isSameNumber(local: number, listed: number, sizesFollow: boolean): boolean {
  return local === listed || (sizesFollow && local === 0) || local === MAX_32;
}

async function readFile(archive: Archive, record: ZipRecord, dataAt: number, takeEntry: TakeEntry): Promise<number> {
  const { reader, counting } = archive;
  const raw: ArchiveEntry = { path: record.path, type: 'file', mode: record.mode, size: record.size };
  const isSmall = record.packedSize <= AT_ONCE && record.size <= AT_ONCE && [STORE, DEFLATE].includes(record.method);
  if (!isSmall) {
    const content = unpackZipContent(archive.handle, record, dataAt, counting);
    try {
      await takeEntry(raw, content);
    } finally {
      await content.close();
    }
    return dataAt;
  }
  let isRead = false;
  const read = async () => {
    if (isRead || record.size + record.packedSize === 0) return undefined;
    isRead = true;
    const content = unpackAtOnce(record, await reader.take(record.packedSize));
    counting.add(content.length);
    return content.length === 0 ? undefined : content;
  };
  await takeEntry(raw, { read } satisfies EntryBytes);
  return isRead ? dataAt + record.packedSize : dataAt;
}

function unpackAtOnce(record: ZipRecord, packed: Buffer): Buffer {
  const content = record.method === STORE ? packed : inflated(record, packed);
  if (content.length !== record.size) throw entryRefusal(record.path, messageFor('archive.entry-length-wrong'), AGAIN);
  if (crc32(content) !== record.crc) throw entryRefusal(record.path, messageFor('archive.entry-checksum-wrong'), AGAIN);
  return content;
}

function inflated({ path, size, method }: ZipRecord, packed: Buffer): Buffer {
  if (method !== DEFLATE) throw entryRefusal(path, messageFor('archive.link-packed-oddly'), AGAIN);
  try {
    // oxlint-disable-next-line node/no-sync -- at most 1 MiB, a few milliseconds; a stream for each costs ten times as much
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size, 64) });
  } catch (thrown) {
    throw entryRefusal(path, messageFor('archive.entry-damaged'), AGAIN, thrown);
  }
}
