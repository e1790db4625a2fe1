// The hash thread: follows files as they grow and hashes what it is told of, in step with whoever writes them.
/* oxlint-disable node/no-sync -- reading is all that this thread is for, and nothing waits for it but its own work */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromHashThread, HashThreadData, ToHashThread } from './hash-messages.ts';

/** Of 19: behind whoever receives, ahead of what the system does when it is idle. */
const GIVES_WAY = 10;

type Followed = { fd: number; at: number; hash: Hash };

const buffer = Buffer.allocUnsafe(262_144);
const followed = new Map<number, Followed>();

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who starts this thread says so in this form
const { givesWay } = workerData as HashThreadData;
// On Linux 0 names the calling thread; elsewhere the whole process would give way.
if (givesWay && process.platform === 'linux') os.setPriority(0, GIVES_WAY);

parentPort?.on('message', (message: ToHashThread) => {
  try {
    handle(message);
  } catch {
    forget(message.id);
  }
});

function handle(message: ToHashThread): void {
  switch (message.t) {
    case 'start':
      followed.set(message.id, { fd: openSync(message.file, 'r'), at: message.at, hash: createHash('sha256') });
      break;
    case 'add':
      read(followed.get(message.id), message.length);
      break;
    case 'end':
      answer({ id: message.id, digest: followed.get(message.id)?.hash.digest() });
      forget(message.id);
      break;
    case 'drop':
      forget(message.id);
  }
}

function read(file: Followed | undefined, length: number): void {
  if (file === undefined) return;
  for (let left = length; left > 0; ) {
    const bytes = readSync(file.fd, buffer, 0, Math.min(left, buffer.length), file.at);
    if (bytes === 0) throw new Error('A file that is hashed is shorter than it was');
    file.hash.update(buffer.subarray(0, bytes));
    file.at += bytes;
    left -= bytes;
  }
}

function answer(message: FromHashThread): void {
  parentPort?.postMessage(message);
}

function forget(id: number): void {
  const file = followed.get(id);
  followed.delete(id);
  if (file !== undefined) closeSync(file.fd);
}
