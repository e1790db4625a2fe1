// The SHA-256 of a stored file, or of a stretch of it, without holding more than a piece of it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const READ_BYTES = 1_048_576;

export type Stretch = { offset: number; length: number };

/** In hex. A file that ends before its stretch does has the hash of what there is, which is another one. */
export async function hashOf(file: string, stretch?: Stretch, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  if (stretch?.length === 0) return hash.digest('hex');
  const range = stretch === undefined ? {} : { start: stretch.offset, end: stretch.offset + stretch.length - 1 };
  await pipeline(
    createReadStream(file, { ...range, highWaterMark: READ_BYTES }),
    hash,
    ...(signal === undefined ? [] : [{ signal }]),
  );
  return hash.digest('hex');
}
