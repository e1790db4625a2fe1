// Takes the bytes of one part from a request into a file, hashing them as they pass. Few large writes, bounded memory.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src-shared/errors/app-error.ts';

/** Bytes are gathered to this much before they are written. */
const WRITE_BYTES = 1_048_576;
/** With this much waiting for the disk, the sender waits too. */
const MOST_WAITING = 4 * WRITE_BYTES;

export type Target = { handle: FileHandle; offset: number; length: number };

/** Writes exactly `length` bytes at `offset` and answers their SHA-256. Fails when there are fewer or more. */
export function writePart(request: IncomingMessage, { handle, offset, length }: Target): Promise<Buffer> {
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let received = 0;
  let position = offset;
  let writing: Promise<void> | undefined;

  const write = async () => {
    while (waitingBytes > 0) {
      const buffers = waiting;
      const bytes = waitingBytes;
      waiting = [];
      waitingBytes = 0;
      await writeAll(handle, buffers, bytes, position);
      position += bytes;
      request.resume();
    }
  };

  return new Promise((resolve, reject) => {
    const fail = (thrown: unknown) => {
      request.off('data', take);
      // Whoever called may close the file only when nothing writes into it any more.
      void Promise.resolve(writing)
        .catch(() => undefined)
        .then(() => reject(thrown));
    };
    const startWriting = () => {
      writing ??= write()
        .catch(fail)
        .finally(() => {
          writing = undefined;
        });
    };
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > length) {
        fail(new AppError('UPLOAD_INVALID', `More than the ${length} bytes of this part came.`));
        return;
      }
      hash.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= WRITE_BYTES) startWriting();
      if (waitingBytes > MOST_WAITING) request.pause();
    };
    const finish = async () => {
      await writing;
      await write();
      if (received < length) {
        throw new AppError('UPLOAD_INVALID', `Only ${received} of the ${length} bytes of this part came.`);
      }
      return hash.digest();
    };
    request.on('data', take);
    request.once('end', () => void finish().then(resolve, reject));
    request.once('error', fail);
    request.once('close', () => {
      if (!request.complete) fail(new AppError('UPLOAD_INVALID', 'The connection ended before the part was whole.'));
    });
  });
}

/** `writev` may write less than it was given, when the disk becomes full for one. */
async function writeAll(handle: FileHandle, buffers: Buffer[], bytes: number, position: number): Promise<void> {
  const { bytesWritten } = await handle.writev(buffers, position);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  let done = bytesWritten;
  for (let from = 0; from < rest.length; ) {
    const step = await handle.write(rest, from, rest.length - from, position + done);
    from += step.bytesWritten;
    done += step.bytesWritten;
  }
}
