// Takes the bytes of one part from a request into a file, hashing them as they pass. Few large writes, bounded memory.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { createGatheredWriter } from './gathered-writer.ts';

export type Target = { handle: FileHandle; offset: number; length: number };

/** Writes exactly `length` bytes at `offset` and answers their SHA-256. Fails when there are fewer or more. */
export function writePart(request: IncomingMessage, { handle, offset, length }: Target): Promise<Buffer> {
  const hash = createHash('sha256');
  const writer = createGatheredWriter(handle, offset);
  let received = 0;
  let isOver = false;

  return new Promise((resolve, reject) => {
    /** Whoever called may close the file only when nothing writes into it any more. */
    const end = (outcome: () => void) => {
      if (isOver) return;
      isOver = true;
      request.off('data', take);
      writer.idle().then(outcome, reject);
    };
    const fail = (thrown: unknown) => end(() => reject(thrown));
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > length) {
        fail(new AppError('UPLOAD_INVALID', `More than the ${length} bytes of this part came.`));
        return;
      }
      hash.update(chunk);
      if (writer.add(chunk) === 'full') {
        request.pause();
        writer.whenRoom().then(() => request.resume(), fail);
      }
    };
    request.on('data', take);
    request.once('end', () => {
      if (received === length) {
        writer.flush();
        end(() => resolve(hash.digest()));
      } else {
        fail(new AppError('UPLOAD_INVALID', `Only ${received} of the ${length} bytes of this part came.`));
      }
    });
    request.once('error', fail);
    request.once('close', () =>
      fail(new AppError('UPLOAD_INVALID', 'The connection ended before the part was whole.')),
    );
  });
}
