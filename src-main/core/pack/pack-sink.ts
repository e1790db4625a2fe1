// Takes the bytes of a tar in blocks, compresses some of them at once, each for itself, and writes and hashes what comes out in
// order. The same blocks in are the same bytes out, however many cores there are.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fdatasync, write } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createZstdCompress, gzip } from 'node:zlib';
import { createEarlyWriteback } from '../../../embedded-server/platform/threads/early-writeback.ts';
import type { Compression } from './pack-model.ts';

export const BLOCK_BYTES = 4 * 1_048_576;
/** The level between: nearly as quick as 1, and half of what 3 saves. */
const ZSTD_LEVEL = 2;
const GZIP_LEVEL = 6;
/** What a block comes to at most, and so in one piece: zstd then packs straight from one memory into the other. */
const PACKED_BYTES = BLOCK_BYTES + 65_536;

/** With `syncs` the disk begins while bytes still come, and has all of them at the end. */
export type SinkOptions = { fd: number; compression: Compression; syncs: boolean };
export type Made = { sha256: string; bytes: number };

export type PackSink = {
  /** Takes a block, and comes back when its bytes are written and it may be filled again. */
  take(block: Uint8Array): Promise<void>;
  end(): Promise<Made>;
  /** Resolves when nothing is under way with the file, however that went. */
  idle(): Promise<void>;
};

const syncFile = promisify(fdatasync);
const writeFile = promisify(write);
const packGzip = promisify(gzip);

export function createPackSink({ fd, compression, syncs }: SinkOptions): PackSink {
  const disk = syncs ? createEarlyWriteback(() => syncFile(fd)) : undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  let last: Promise<unknown> = Promise.resolve();
  let written = Promise.resolve();
  const writeAfter = async (before: Promise<void>, chunk: Uint8Array) => {
    await before;
    for (let done = 0; done < chunk.length; ) done += (await writeFile(fd, chunk, done)).bytesWritten;
    disk?.written(chunk.length);
    free(chunk);
  };
  /** In a list, as a promise alone would be waited for. */
  const queue = async (before: Promise<unknown>, packing: Promise<Uint8Array>): Promise<[Promise<void>]> => {
    const [chunk] = await Promise.all([packing, before]);
    written = writeAfter(written, chunk);
    hash.update(chunk); // while it is written
    bytes += chunk.length;
    return [written];
  };
  return {
    take: async (block) => {
      const queued = queue(last, packed(compression, block));
      last = queued;
      const [own] = await queued;
      await own;
    },
    end: async () => {
      await last;
      await written;
      await disk?.end();
      return { sha256: hash.digest('hex'), bytes };
    },
    idle: async () => {
      await Promise.allSettled([last]); // whoever took it was told
      await Promise.allSettled([written]);
      await disk?.idle();
    },
  };
}

/** Several frames, or members, one after the other are one file to every reader of these formats. */
async function packed(compression: Compression, block: Uint8Array): Promise<Uint8Array> {
  switch (compression) {
    case 'zstd':
      return await zstdFrame(block);
    case 'gzip':
      return await packGzip(block, { chunkSize: PACKED_BYTES, level: GZIP_LEVEL });
    case 'none':
      return block;
  }
}

const zstdOptions = {
  chunkSize: PACKED_BYTES,
  params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  flush: constants.ZSTD_e_end,
};

/** The one write ends the frame. Node's own calls end it with a second one, before which zstd copies all into a window. */
async function zstdFrame(block: Uint8Array): Promise<Uint8Array> {
  const compressor = createZstdCompress(zstdOptions);
  try {
    const frame = once(compressor, 'data');
    compressor.write(block);
    const [bytes]: Uint8Array[] = await frame;
    if (bytes === undefined) throw new Error('zstd packed a block into nothing');
    return bytes;
  } finally {
    compressor.destroy();
  }
}

/**
 * Lets go of the memory at once: left to the engine, it cleans up all of a thread's memory for every few blocks. What is small is
 * in memory that Node shares out.
 */
function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= PACKED_BYTES) buffer.transfer(0);
}
