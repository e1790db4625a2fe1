// Opens the file of a pack, and a thread that takes what is read for it, in step with whoever reads. What is small is not worth a
// thread.
/* oxlint-disable node/no-sync -- runs in the pack thread, where only this waits for it */
import { closeSync, openSync } from 'node:fs';
import { BLOCK_BYTES, createPackSink, type Made, type SinkOptions } from './pack-sink.ts';
import { openThreadedSink } from './threaded-sink.ts';

const SMALL_BYTES = 16 * 1_048_576;
/** Node compresses on four threads that the whole app shares: one stays free for it. */
const MOST_UNDER_WAY = 3;

export type OpenOptions = Omit<SinkOptions, 'fd'> & {
  /** The script of the sink thread. */
  script: URL;
  /** About how much will come. */
  total: number;
};

export type Block = Buffer<SharedArrayBuffer>;

export type OpenSink = {
  /** A block for the next bytes. It is the sink's again when it was given with them. */
  give(): Block;
  /** Takes the first bytes of a block, and comes back when there is room for another. */
  take(block: Block, length: number): Promise<void>;
  /** Unless it `syncs`, it is not waited for the disk: a pack can be made again. */
  end(): Promise<Made>;
  /** Lets go of the file, with or without an end. */
  close(): Promise<void>;
};

export function openSink(file: string, { script, total, ...options }: OpenOptions): OpenSink {
  const fd = openSync(file, 'wx', 0o600);
  const sink = total < SMALL_BYTES ? createPackSink({ ...options, fd }) : openThreadedSink(script, { ...options, fd });
  const free: Block[] = [];
  const underWay: Promise<void>[] = [];
  const takeOne = async (block: Block, length: number) => {
    await sink.take(block.subarray(0, length));
    free.push(block);
  };
  return {
    give: () => free.pop() ?? Buffer.from(new SharedArrayBuffer(BLOCK_BYTES)),
    take: async (block, length) => {
      const taken = takeOne(block, length);
      taken.catch(() => undefined); // heard of when it is its turn
      underWay.push(taken);
      if (underWay.length > MOST_UNDER_WAY) await underWay.shift();
    },
    end: async () => {
      await Promise.all(underWay);
      return await sink.end();
    },
    close: async () => {
      await sink.idle();
      closeSync(fd);
    },
  };
}
