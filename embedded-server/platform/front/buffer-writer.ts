// Writes full buffers into a file, tells of them in order, and gives them back to their pool. They are hashed beside that, each
// from when it is full. Whole blocks go past the system's cache, as a build is read again much later, if ever: no copy is
// made of them, and a sync finds little to do.
import fs from 'node:fs';
import type { InTurn } from '../../../src-shared/turns.ts';
import { errorCode } from '../storage/data-errors.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { PartPlace, PartSink } from './incoming-part.ts';

export type BufferWriter = {
  /** What is in it of `from` on. The buffer is given back, unless more is to be read into it. */
  add(buffer: Buffer, stretch: { from: number; to: number; isLast: boolean }): void;
  /** How many buffers are not in the file yet. */
  count(): number;
};

type Failure = { thrown: unknown };
/** `isDone` resolves once nothing of it is written or hashed any more, however that went. */
type Full = { buffer: Buffer; bytes: Buffer; free: (() => void) | undefined; isDone: Promise<unknown> };
export type BufferWriterOptions = {
  place: PartPlace;
  pool: Pick<BufferPool, 'give'>;
  /** When it may write, as it shares the disk with others. */
  writes: InTurn;
  sink: PartSink;
  /** After each buffer, with what went wrong; nothing more is begun after that. */
  onStep(buffer: Buffer, failure?: Failure): void;
};

export function createBufferWriter({ place, pool, writes, sink, onStep }: BufferWriterOptions): BufferWriter {
  const queue: Full[] = [];
  let position = place.offset;
  let isFollowing = false;
  let failure: Failure | undefined;
  const write = createWrite(place);
  const writeNext = async (full: Buffer, at: number) => {
    if (failure !== undefined) return;
    try {
      await write(full, at);
    } catch (thrown) {
      failure ??= { thrown };
    }
  };
  const follow = async () => {
    isFollowing = true;
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const { buffer, bytes, free, isDone } = next;
      await isDone;
      if (failure === undefined && bytes.length > 0) await sink.written(bytes.length, free && { bytes, free });
      else free?.();
      queue.shift();
      onStep(buffer, failure);
    }
    isFollowing = false;
  };
  return {
    add: (buffer, { from, to, isLast }) => {
      const bytes = buffer.subarray(from, to);
      const at = position;
      const isDone = Promise.all([sink.passes(bytes), writes(() => writeNext(bytes, at))]);
      position += bytes.length;
      queue.push({ buffer, bytes, free: isLast ? () => pool.give(buffer) : undefined, isDone });
      if (!isFollowing) void follow();
    },
    count: () => queue.length,
  };
}

/** What lies at whole blocks can go past the system's cache. */
const BLOCK = 4_096;

function createWrite(place: PartPlace) {
  let { direct } = place;
  /** A disk with larger blocks than ours, for one, refuses what comes past the cache. */
  const writeSome = async (bytes: Buffer, position: number): Promise<number> => {
    const blocks = position % BLOCK === 0 ? bytes.length - (bytes.length % BLOCK) : 0;
    if (direct === undefined || blocks === 0) return await writePlainly(bytes, position);
    try {
      // Not in turn: a disk does more with several of these at once.
      return await writeOnce(direct.fd, bytes.subarray(0, blocks), position);
    } catch (thrown) {
      if (errorCode(thrown) !== 'EINVAL') throw thrown;
      direct = undefined;
      return await writePlainly(bytes, position);
    }
  };
  const writePlainly = async (bytes: Buffer, position: number) =>
    await place.inTurn(() => writeOnce(place.handle.fd, bytes, position));
  /** A write may put down less than it was given, when the disk becomes full for one. */
  return async (bytes: Buffer, position: number): Promise<void> => {
    for (let done = 0; done < bytes.length; ) done += await writeSome(bytes.subarray(done), position + done);
  };
}

/** As `FileHandle.write`, of which each call leaves two kilobytes to the engine that only a large collection finds. */
function writeOnce(fd: number, bytes: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.write(fd, bytes, 0, bytes.length, position, (error, written) => (error ? reject(error) : resolve(written)));
  });
}
