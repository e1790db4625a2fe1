// The digest thread: hashes parts of files that are about to be sent, so that the thread with the windows does not.
/* oxlint-disable node/no-sync -- runs in the digest thread, which reads files and does nothing else */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { serveThread } from '../../../embedded-server/threads/serve-thread.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { DigestCalls, DigestOrder } from './digest-calls.ts';

const READ_BYTES = 262_144;
const READS_A_TURN = 64;

/** One for all: each read is hashed before anything else runs. */
const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

serveThread<DigestCalls>({ digest });

async function digest({ file, offset, length, algorithm }: DigestOrder, signal: AbortSignal): Promise<string> {
  const hash = createHash(algorithm);
  const fd = openSync(file, 'r');
  try {
    for (let at = 0, reads = 1; at < length; reads += 1) {
      const read = readSync(fd, buffer, 0, Math.min(READ_BYTES, length - at), offset + at);
      if (read === 0) throw new AppError('TRANSFER_SOURCE_CHANGED', 'The file to send became shorter meanwhile.');
      hash.update(buffer.subarray(0, read));
      at += read;
      if (reads % READS_A_TURN === 0) await turn();
      signal.throwIfAborted();
    }
    return hash.digest('hex');
  } finally {
    closeSync(fd);
  }
}
