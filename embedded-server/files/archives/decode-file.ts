// Opens a stored file as the bytes that were compressed into it.

import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { TAR_BLOCK } from '../../platform/tar/tar-format.ts';
import { type Compression, compressionOf } from './archive-format.ts';
import { createByteReader, type Feed } from './byte-reader.ts';
import { createDecodedFeed } from './decoded-feed.ts';
import { createFileFeed } from './file-feed.ts';
import { createLz4Feed } from './lz4-frames.ts';
import { readRange } from './zip-content.ts';
import { createZstdFeed } from './zstd-frames.ts';

const DECODED_CHUNK = 262_144;

/** The first bytes as they are stored. */
export async function headOf(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAR_BLOCK), 0, TAR_BLOCK, 0);
  return buffer.subarray(0, bytesRead);
}

/** Closing the feed leaves the handle open. */
export async function decodeFile(handle: FileHandle, size: number): Promise<Feed> {
  const packed = createFileFeed(handle, 0, size);
  const unpacked = decode(handle, size, packed, compressionOf(await headOf(handle)));
  return {
    ...unpacked,
    close: async () => {
      await unpacked.close();
      await packed.close();
    },
  };
}

function decode(handle: FileHandle, size: number, packed: Feed, compression: Compression | undefined): Feed {
  if (compression === 'zstd') return createZstdFeed(createByteReader(packed));
  if (compression === 'lz4') return createLz4Feed(createByteReader(packed));
  if (compression === undefined) return packed;
  const bytes = readRange(handle, 0, size);
  return createDecodedFeed(bytes, createGunzip({ chunkSize: DECODED_CHUNK }), 'gzip');
}
