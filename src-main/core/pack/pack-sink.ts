// Takes the bytes of a tar in large blocks, compresses them on all cores while the next block is filled, and writes and hashes
// what comes out. The same bytes in are the same bytes out, however many cores there are.
/* oxlint-disable node/no-sync -- runs in the pack thread, where only this waits for it */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { PassThrough, type Transform } from 'node:stream';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import type { Compression } from './model.ts';

/** A multiple of what one of zstd's threads takes, so that all of them get the same. */
export const BLOCK_BYTES = 16 * 1_048_576;
const JOB_BYTES = 4 * 1_048_576;
const OUT_BYTES = 4 * 1_048_576;
const MOST_WORKERS = 8;
const ZSTD_LEVEL = 3;
const GZIP_LEVEL = 6;

export type PackSink = {
  /** The block must stay as it is while two more are taken. */
  write(block: Buffer): Promise<void>;
  /** It is not waited for the disk: a pack can be made again, and is checked by its hash before it is sent later. */
  end(): Promise<{ sha256: string; bytes: number }>;
  /** Lets go of the file without an end. */
  drop(): void;
};

/** How many blocks the sink holds at once: one is compressed while the next waits, so that the compressor never does. */
export const BLOCKS_HELD = 2;

export function openPackSink(file: string, compression: Compression): PackSink {
  const output = openOutput(file);
  const stream = createCompressor(compression);
  let given = 0;
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
  });
  ended.catch(() => {}); // whoever waits for a block hears of it first
  // What comes out is written in the next turn: by then the compressor has its next block, and both work.
  const waiting: Buffer[] = [];
  const drain = () => {
    try {
      for (const chunk of waiting.splice(0)) output.write(chunk);
    } catch (thrown) {
      stream.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  };
  stream.on('data', (chunk: Buffer) => {
    if (waiting.push(chunk) === 1) setImmediate(drain);
  });
  const underWay: Promise<void>[] = [];
  return {
    write: async (block) => {
      if (underWay.length === BLOCKS_HELD) await underWay.shift();
      given += block.length;
      const written = new Promise<void>((resolve) => {
        stream.write(block, () => resolve());
      });
      // An error is what `ended` is refused with; a destroyed stream calls back all the same.
      const taken = Promise.race([written, ended]);
      taken.catch(() => {});
      underWay.push(taken);
    },
    end: async () => {
      // Only then: a last block that is still waiting would be compressed otherwise than one that is not.
      await Promise.all(underWay);
      stream.end();
      await ended;
      drain();
      if ('bytesWritten' in stream && stream.bytesWritten !== given) throw new Error('The compressor lost bytes');
      return output.end();
    },
    drop: () => {
      stream.destroy();
      output.close();
    },
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

function createCompressor(compression: Compression): Transform {
  switch (compression) {
    case 'zstd':
      return createZstdCompress({
        chunkSize: OUT_BYTES,
        // Node takes a compressor that leaves some of its input for later as ended. With threads zstd does that, unless each
        // block is to be flushed. Blocks of one size keep the result the same each time.
        flush: constants.ZSTD_e_flush,
        params: {
          [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL,
          [constants.ZSTD_c_checksumFlag]: 1,
          [constants.ZSTD_c_nbWorkers]: Math.min(availableParallelism(), MOST_WORKERS),
          [constants.ZSTD_c_jobSize]: JOB_BYTES,
        },
      });
    case 'gzip':
      return createGzip({ level: GZIP_LEVEL, chunkSize: OUT_BYTES });
    case 'none':
      return new PassThrough({ highWaterMark: 1 });
  }
}
