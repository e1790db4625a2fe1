// Streams the content of one large entry of a zip archive, and counts and sums what really comes out of it.
import type { FileHandle } from 'node:fs/promises';
import { crc32, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { messageFor } from '../../../src-shared/text/message.ts';
import { type EntryBytes, entryRefusal } from './archive-entry.ts';
import type { Counting } from './archive-limits.ts';
import type { Feed } from './byte-reader.ts';
import { createDecodedFeed } from './decoded-feed.ts';
import { createFileFeed } from './file-feed.ts';
import type { ZipRecord } from './zip-record.ts';

export const STORE = 0;
export const DEFLATE = 8;
const ZSTD = 93;
const METHODS: Readonly<Record<number, string>> = { 9: 'Deflate64', 12: 'bzip2', 14: 'LZMA', 95: 'xz', 98: 'PPMd' };
const CHUNK = 262_144;
const READ_BYTES = 262_144;
const AGAIN = messageFor('archive.do-pack-again');

/** Opens its stream with the first read, so that what is passed costs nothing. */
export function unpackZipContent(
  handle: FileHandle,
  record: ZipRecord,
  dataAt: number,
  counting: Counting,
): EntryBytes & { close(): Promise<void> } {
  let feed: Feed | undefined;
  let crc = 0;
  let left = record.size;
  return {
    read: async () => {
      feed ??= openContent(handle, record, dataAt);
      const chunk = await feed.next();
      if (chunk !== undefined) {
        counting.add(chunk.length);
        left -= chunk.length;
        crc = crc32(chunk, crc);
      }
      if (left < 0 || (chunk === undefined && left > 0)) {
        throw entryRefusal(record.path, messageFor('archive.entry-length-wrong'), AGAIN);
      }
      if (chunk === undefined && crc !== record.crc) {
        throw entryRefusal(record.path, messageFor('archive.entry-checksum-wrong'), AGAIN);
      }
      return chunk;
    },
    close: async () => {
      await feed?.close();
    },
  };
}

function openContent(handle: FileHandle, { method, path, packedSize }: ZipRecord, dataAt: number): Feed {
  const end = dataAt + packedSize;
  if (method === STORE) return createFileFeed(handle, dataAt, end);
  const packed = () => readRange(handle, dataAt, end);
  if (method === DEFLATE) return createDecodedFeed(packed(), createInflateRaw({ chunkSize: CHUNK }), 'deflate');
  if (method === ZSTD) return createDecodedFeed(packed(), createZstdDecompress({ chunkSize: CHUNK }), 'zstd');
  const what = messageFor('archive.entry-method-not-read', {
    method: METHODS[method] ?? messageFor('archive.zip-method-unknown', { method }),
  });
  throw entryRefusal(path, what, messageFor('archive.do-pack-plain-zip'));
}

/** Each piece is good until the next one is asked for. */
export async function* readRange(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - start));
  for (let at = start; at < end; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) return; // the decoder tells what is missing
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
