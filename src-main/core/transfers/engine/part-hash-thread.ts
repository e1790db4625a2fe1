// Hashes parts of files that are about to be sent, so that the thread with the windows does not.
/* oxlint-disable node/no-sync -- runs in a thread of its own, which reads files and does nothing else */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { serveThread } from '../../../../embedded-server/platform/threads/serve-thread.ts';
import { createChunker } from '../../../../src-shared/builds/chunks/chunker.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Chunk } from './match-chunks.ts';
import type { ChunkOrder, PartHashCalls, PartHashOrder } from './part-hash-messages.ts';

const READ_BYTES = 262_144;
const READS_A_TURN = 64;

/** One for all: each read is hashed before anything else runs. */
const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

serveThread<PartHashCalls>({ hash: hashPart, chunks: cut });

async function hashPart({ file, offset, length, algorithm }: PartHashOrder, signal: AbortSignal): Promise<string> {
  const hash = createHash(algorithm);
  const fd = openSync(file, 'r');
  try {
    const done = await read(fd, offset, length, signal, (bytes) => hash.update(bytes));
    if (done < length) throw new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.file-shorter');
    return hash.digest('hex');
  } finally {
    closeSync(fd);
  }
}

async function cut({ file, average }: ChunkOrder, signal: AbortSignal): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const chunker = createChunker(
    average,
    () => createHash('sha256'),
    (length, name) => chunks.push({ length, name }),
  );
  const fd = openSync(file, 'r');
  try {
    await read(fd, 0, Number.MAX_SAFE_INTEGER, signal, chunker.take);
    chunker.end();
    return chunks;
  } finally {
    closeSync(fd);
  }
}

/** Answers how many bytes there were, at most so many. */
async function read(
  fd: number,
  offset: number,
  length: number,
  signal: AbortSignal,
  take: (bytes: Buffer) => void,
): Promise<number> {
  let at = 0;
  for (let reads = 1; at < length; reads += 1) {
    const bytes = readSync(fd, buffer, 0, Math.min(READ_BYTES, length - at), offset + at);
    if (bytes === 0) break;
    take(buffer.subarray(0, bytes));
    at += bytes;
    if (reads % READS_A_TURN === 0) await turn();
    signal.throwIfAborted();
  }
  return at;
}
