// Copies a file, or a stretch of one, and answers the SHA-256 of the bytes that passed. They are on disk when it returns.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Stretch } from '../../platform/storage/hash-of.ts';

const READ_BYTES = 1_048_576;

export type Copy = {
  from: string;
  /** Which bytes of it; all unless given. */
  stretch?: Stretch;
  to: string;
  /** Where to write into a file that is there; without it a new file is made. */
  at?: number;
};

export async function copyHashed({ from, stretch, to, at }: Copy): Promise<string> {
  const hash = createHash('sha256');
  if (stretch?.length === 0) {
    if (at === undefined) await (await open(to, 'wx', 0o600)).close();
    return hash.digest('hex');
  }
  const range = stretch === undefined ? {} : { start: stretch.offset, end: stretch.offset + stretch.length - 1 };
  const target = at === undefined ? { flags: 'wx' } : { flags: 'r+', start: at };
  await pipeline(
    createReadStream(from, { ...range, highWaterMark: READ_BYTES }),
    async function* tap(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(to, { ...target, mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}
