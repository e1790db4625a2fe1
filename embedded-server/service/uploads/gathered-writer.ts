// Gathers small chunks into few large writes, one at a time, in order, from one position of a file on.
import { writeAll } from '../../platform/durable/write-all.ts';
import type { PartPlace } from '../../platform/front/incoming-part.ts';

/** Chunks are gathered to this much before they are written. */
const WRITE_BYTES = 1_048_576;
/** With this much waiting for the disk, whoever adds has to wait as well. */
const MOST_WAITING = 2 * WRITE_BYTES;

export type GatheredWriter = {
  /** `full` asks to wait for `whenRoom` before more is added. */
  add(chunk: Buffer): 'room' | 'full';
  /** Writes what is left, however little. */
  flush(): void;
  /** Resolves when what waits now has been written. */
  whenRoom(): Promise<void>;
  /** Resolves when nothing is being written; rejects with what went wrong on the disk. */
  idle(): Promise<void>;
};

/** Called after each write how many bytes more are in the file; nothing is written until it has settled. */
export type OnWritten = (bytes: number) => Promise<void>;

/** Where it writes from `offset` on. */
export type WriterPlace = Omit<PartPlace, 'length'>;

export function createGatheredWriter(place: WriterPlace, onWritten: OnWritten): GatheredWriter {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let position = place.offset;
  let running: Promise<void> | undefined;
  let failure: { thrown: unknown } | undefined;

  const drain = async () => {
    while (waitingBytes > 0) {
      const buffers = waiting;
      const bytes = waitingBytes;
      waiting = [];
      waitingBytes = 0;
      await writeGathered(place, buffers, bytes, position);
      position += bytes;
      await onWritten(bytes);
    }
  };
  const startWriting = () => {
    running ??= drain()
      .catch((thrown: unknown) => {
        failure = { thrown };
      })
      .finally(() => {
        running = undefined;
      });
  };
  const idle = async (): Promise<void> => {
    const present = running;
    if (present !== undefined) {
      await present;
      return await idle(); // more may have been added meanwhile
    }
    if (failure !== undefined) throw failure.thrown;
  };
  return {
    add: (chunk) => {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= WRITE_BYTES) startWriting();
      return waitingBytes > MOST_WAITING ? 'full' : 'room';
    },
    flush: startWriting,
    whenRoom: idle,
    idle,
  };
}

/** `writev` may write less than it was given, when the disk becomes full for one. */
async function writeGathered(
  { handle, inTurn }: WriterPlace,
  buffers: Buffer[],
  bytes: number,
  position: number,
): Promise<void> {
  const { bytesWritten } = await inTurn(() => handle.writev(buffers, position));
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  await inTurn(() => writeAll(handle, rest, position + bytesWritten));
}
