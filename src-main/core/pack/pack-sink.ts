// Takes the bytes of a tar in blocks, compresses some of them at once, each for itself, and writes and hashes what comes out in
// order. The same blocks in are the same bytes out, however many cores there are.
/* oxlint-disable node/no-sync -- runs in the pack thread or its sink thread, where only this waits for it */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fdatasync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createZstdCompress, gzip } from 'node:zlib';
import { createEarlyWriteback } from '../../../embedded-server/threads/early-writeback.ts';
import type { Compression } from './model.ts';

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
const packGzip = promisify(gzip);

export function createPackSink({ fd, compression, syncs }: SinkOptions): PackSink {
  const disk = syncs ? createEarlyWriteback(() => syncFile(fd)) : undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  let last = Promise.resolve();
  const write = (chunk: Uint8Array) => {
    for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
    disk?.written(chunk.length);
    hash.update(chunk);
    bytes += chunk.length;
  };
  const packInTurn = async (before: Promise<void>, packing: Promise<Uint8Array>) => {
    const [block] = await Promise.all([packing, before]);
    write(block);
    free(block);
  };
  const writeInTurn = async (before: Promise<void>, block: Uint8Array) => {
    await before;
    write(block);
  };
  return {
    take: (block) => {
      const packing = packed(compression, block);
      last = packing === undefined ? writeInTurn(last, block) : packInTurn(last, packing);
      return last;
    },
    end: async () => {
      await last;
      await disk?.end();
      return { sha256: hash.digest('hex'), bytes };
    },
    idle: async () => {
      await last.catch(() => undefined); // whoever took it was told
      await disk?.idle();
    },
  };
}

/** Several frames, or members, one after the other are one file to every reader of these formats. */
function packed(compression: Compression, block: Uint8Array): Promise<Uint8Array> | undefined {
  switch (compression) {
    case 'zstd':
      return zstdFrame(block);
    case 'gzip':
      return packGzip(block, { chunkSize: PACKED_BYTES, level: GZIP_LEVEL });
    case 'none':
      return undefined;
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
