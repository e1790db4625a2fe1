// Takes the bytes of one part from a request into a file, and has them hashed as they get there. Few large writes, bounded
// memory.
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { FileHasher } from '../hashing/file-hasher.ts';
import { createGatheredWriter } from './gathered-writer.ts';
import type { SyncFile } from './shared-sync.ts';

export type Target = {
  file: string;
  handle: FileHandle;
  offset: number;
  length: number;
  /** Runs beside the end of the hashing. */
  sync?: SyncFile;
};

/** Writes exactly `length` bytes at `offset` and answers their SHA-256. Fails when there are fewer or more. */
export async function writePart(request: IncomingMessage, target: Target, hasher: FileHasher): Promise<Buffer> {
  const hashing = hasher.start(target.file, target.offset, target.length);
  try {
    await writeBody(request, target, hashing.add);
  } catch (thrown) {
    hashing.drop();
    throw thrown;
  }
  const [digest] = await Promise.all([hashing.digest(), target.sync?.(target.handle)]);
  return digest;
}

function writeBody(
  request: IncomingMessage,
  { handle, offset, length }: Target,
  onWritten: (bytes: number) => void,
): Promise<void> {
  const writer = createGatheredWriter(handle, offset, onWritten);
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
      if (writer.add(chunk) === 'full') {
        request.pause();
        writer.whenRoom().then(() => request.resume(), fail);
      }
    };
    request.on('data', take);
    request.once('end', () => {
      if (received === length) {
        writer.flush();
        end(resolve);
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
