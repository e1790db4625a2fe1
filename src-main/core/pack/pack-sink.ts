// Takes the bytes of a tar in blocks, compresses some of them at once, each for itself, and writes and hashes what comes out in
// order. The same blocks in are the same bytes out, however many cores there are.
/* oxlint-disable node/no-sync -- runs in the pack thread or its sink thread, where only this waits for it */
import { createHash } from 'node:crypto';
import { fdatasync, writeSync } from 'node:fs';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { createEarlyWriteback } from '../../../embedded-server/threads/early-writeback.ts';
import type { Compression } from './model.ts';

export const BLOCK_BYTES = 4 * 1_048_576;
/** The level between: nearly as quick as 1, and half of what 3 saves. */
const ZSTD_LEVEL = 2;
const GZIP_LEVEL = 6;
/** Large, as each piece is a turn in Node's pool of threads. */
const PIECE_BYTES = 1_048_576;

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
  const packInTurn = async (before: Promise<void>, open: () => Transform, block: Uint8Array) => {
    const [pieces] = await Promise.all([packed(open(), block), before]);
    for (const piece of pieces) write(piece);
    free(pieces);
  };
  const writeInTurn = async (before: Promise<void>, block: Uint8Array) => {
    await before;
    write(block);
  };
  return {
    take: (block) => {
      const open = compressorFor(compression, block.length);
      last = open === undefined ? writeInTurn(last, block) : packInTurn(last, open, block);
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
function compressorFor(compression: Compression, length: number): (() => Transform) | undefined {
  const chunkSize = PIECE_BYTES;
  switch (compression) {
    case 'zstd': {
      const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
      return () => createZstdCompress({ chunkSize, params, pledgedSrcSize: length });
    }
    case 'gzip':
      return () => createGzip({ chunkSize, level: GZIP_LEVEL });
    case 'none':
      return undefined;
  }
}

async function packed(compressor: Transform, block: Uint8Array): Promise<Uint8Array[]> {
  compressor.end(block);
  const pieces: Uint8Array[] = await compressor.toArray();
  return pieces;
}

/** Lets go of the memory at once: left to the engine, it cleans up all of a thread's memory for every few blocks. */
function free(pieces: readonly Uint8Array[]): void {
  for (const memory of new Set(pieces.map(({ buffer }) => buffer))) {
    if (memory instanceof ArrayBuffer) memory.transfer(0);
  }
}
