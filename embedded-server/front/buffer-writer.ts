// Writes full buffers into a file, one at a time and in order, and gives them back to their pool.
import type { PartPlace } from '../uploads/incoming-part.ts';
import type { BufferPool } from './buffer-pool.ts';

export type BufferWriter = {
  add(buffer: Buffer, bytes: number): void;
  /** How many buffers are not in the file yet. */
  count(): number;
  isWriting(): boolean;
};

type Full = { buffer: Buffer; bytes: number };
export type BufferWriterOptions = {
  place: PartPlace;
  pool: BufferPool;
  onWritten(bytes: number): void;
  /** After each write, with what went wrong; nothing is written after that. */
  onStep(failure?: { thrown: unknown }): void;
};

export function createBufferWriter({ place, pool, onWritten, onStep }: BufferWriterOptions): BufferWriter {
  const queue: Full[] = [];
  let position = place.offset;
  let isWriting = false;
  const writeOne = async ({ buffer, bytes }: Full): Promise<{ thrown: unknown } | undefined> => {
    try {
      await writeAll(place, buffer, bytes, position);
    } catch (thrown) {
      return { thrown };
    }
    position += bytes;
    onWritten(bytes);
    return undefined;
  };
  const writeQueue = async () => {
    isWriting = true;
    let failure: { thrown: unknown } | undefined;
    for (let next = queue[0]; next !== undefined && failure === undefined; next = queue[0]) {
      failure = await writeOne(next);
      queue.shift();
      pool.give(next.buffer);
      isWriting = queue.length > 0 && failure === undefined;
      onStep(failure);
    }
  };
  return {
    add: (buffer, bytes) => {
      queue.push({ buffer, bytes });
      if (!isWriting) void writeQueue();
    },
    count: () => queue.length,
    isWriting: () => isWriting,
  };
}

/** A write may put down less than it was given, when the disk becomes full for one. */
async function writeAll({ handle, inTurn }: PartPlace, buffer: Buffer, bytes: number, position: number): Promise<void> {
  for (let done = 0; done < bytes; ) {
    const { bytesWritten } = await inTurn(() => handle.write(buffer, done, bytes - done, position + done));
    done += bytesWritten;
  }
}
