// Takes the bytes of a tar in blocks, compresses some of them at once, each for itself, and writes and hashes what comes out in
// order. The same blocks in are the same bytes out, however many cores there are.
/* oxlint-disable node/no-sync -- runs in the pack thread, where only this waits for it */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import type { Compression } from './model.ts';

export const BLOCK_BYTES = 4 * 1_048_576;
/** Node compresses on four threads that the whole app shares: one stays free for it. */
const MOST_AT_ONCE = 3;
const ZSTD_LEVEL = 3;
const GZIP_LEVEL = 6;

export type PackSink = {
  /** A block for the next bytes. It is the sink's until it is given with them. */
  give(): Buffer;
  /** Takes the first bytes of a block, and comes back when there is room for another. */
  take(block: Buffer, length: number): Promise<void>;
  /** It is not waited for the disk: a pack can be made again, and is checked by its hash before it is sent later. */
  end(): Promise<{ sha256: string; bytes: number }>;
  /** Lets go of the file without an end. */
  drop(): void;
};

type Compress = (bytes: Buffer) => Promise<Buffer>;

export function openPackSink(file: string, compression: Compression): PackSink {
  const output = openOutput(file);
  const compress = compressorOf(compression);
  const atOnce = Math.min(MOST_AT_ONCE, availableParallelism());
  const underWay: { block: Buffer; packed: Promise<Buffer> }[] = [];
  const free: Buffer[] = [];
  const settle = async () => {
    const first = underWay.shift();
    if (first === undefined) return;
    output.write(await first.packed);
    free.push(first.block);
  };
  return {
    give: () => free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES),
    take: async (block, length) => {
      const packed = compress(block.subarray(0, length));
      packed.catch(() => {}); // heard of when it is its turn
      underWay.push({ block, packed });
      if (underWay.length > atOnce) await settle();
    },
    end: async () => {
      while (underWay.length > 0) await settle();
      return output.end();
    },
    drop: output.close,
  };
}

function openOutput(file: string) {
  const fd = openSync(file, 'wx', 0o600);
  const hash = createHash('sha256');
  let [bytes, isOpen] = [0, true];
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    close,
    write: (chunk: Buffer) => {
      for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
      hash.update(chunk);
      bytes += chunk.length;
    },
    end: () => {
      close();
      return { sha256: hash.digest('hex'), bytes };
    },
  };
}

/** Several frames, or members, one after the other are one file to every reader of these formats. */
function compressorOf(compression: Compression): Compress {
  // All of a block's output fits, so that no second round is needed for it.
  const chunkSize = BLOCK_BYTES + 65_536;
  switch (compression) {
    case 'zstd': {
      const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
      return (bytes) => promisify(zstdCompress)(bytes, { chunkSize, params, pledgedSrcSize: bytes.length });
    }
    case 'gzip':
      return (bytes) => promisify(gzip)(bytes, { chunkSize, level: GZIP_LEVEL });
    case 'none':
      return (bytes) => Promise.resolve(bytes);
  }
}
