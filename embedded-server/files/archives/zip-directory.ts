// Reads the list of entries that stands at the end of a zip archive. It says where each one is; the entries are read by it alone.
import type { FileHandle } from 'node:fs/promises';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { damagedData, refusal } from './archive-entry.ts';
import { readZipRecord, type ZipRecord } from './zip-record.ts';

const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** A list longer than this is no build, and would fill the memory. */
const MOST_DIRECTORY = 536_870_912;

export type ZipDirectory = {
  /** In the order in which they stand in the file. */
  records: ZipRecord[];
  /** Where the list begins and entries have to end. */
  start: number;
};

type Place = { count: number; bytes: number; start: number };

export async function readZipDirectory(handle: FileHandle, size: number, mostEntries: number): Promise<ZipDirectory> {
  const { count, bytes, start } = await findDirectory(handle, size);
  if (count > mostEntries) {
    throw refusal(
      messageFor('archive.too-many-entries', { limit: mostEntries }),
      messageFor('archive.do-pack-small-files'),
    );
  }
  if (bytes > MOST_DIRECTORY || start + bytes > size) throw damaged(messageFor('archive.zip-list-outside'));
  const list = await readAt(handle, start, bytes);
  const records: ZipRecord[] = [];
  let at = 0;
  while (records.length < count) {
    const { record, end } = readZipRecord(list, at);
    records.push(record);
    at = end;
  }
  // Others may go by its length and not by its count; both have to see the same entries.
  if (at !== list.length) throw damaged(messageFor('archive.zip-list-too-long'));
  return { records: records.toSorted((one, other) => one.offset - other.offset), start };
}

async function findDirectory(handle: FileHandle, size: number): Promise<Place> {
  const tailStart = Math.max(0, size - END_BYTES - MOST_COMMENT - LOCATOR_64_BYTES);
  const tail = await readAt(handle, tailStart, size - tailStart);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    // Its comment has to reach exactly to the end, or the mark is part of the comment itself.
    if (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return await readEnd(handle, tail, at);
  }
  throw damaged(messageFor('archive.zip-list-missing'));
}

async function readEnd(handle: FileHandle, tail: Buffer, at: number): Promise<Place> {
  const place = {
    count: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  };
  const disks = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  const isLarge = place.count === MAX_16 || place.bytes === MAX_32 || place.start === MAX_32;
  const locator = at - LOCATOR_64_BYTES;
  if (isLarge && locator >= 0 && tail.readUInt32LE(locator) === LOCATOR_64) {
    return await readEnd64(handle, safe(tail.readBigUInt64LE(locator + 8)));
  }
  if (disks.some((disk) => disk !== 0))
    throw refusal(messageFor('archive.zip-in-parts'), messageFor('archive.do-pack-one-file'));
  return place;
}

async function readEnd64(handle: FileHandle, at: number): Promise<Place> {
  const end = await readAt(handle, at, END_64_BYTES);
  if (end.readUInt32LE() !== END_64) throw damaged(messageFor('archive.zip-list-misplaced'));
  const [count, bytes, start] = [32, 40, 48].map((field) => safe(end.readBigUInt64LE(field)));
  return { count: count ?? 0, bytes: bytes ?? 0, start: start ?? 0 };
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged(messageFor('archive.zip-size-impossible'));
  return Number(value);
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done, position + done);
    if (bytesRead === 0) throw damaged(messageFor('archive.ends-early'));
    done += bytesRead;
  }
  return buffer;
}

function damaged(what: Message): Error {
  return damagedData('zip', what);
}
