// The hash thread: follows files as they grow and hashes what it is told about, in step with whoever writes them.
/* oxlint-disable node/no-sync -- reading is all that this thread is for, and nothing waits for it but its own work */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { FromHashThread, ToHashThread } from './hash-messages.ts';

type Followed = { fd: number; at: number; hash: Hash; marks: Map<number, Hash> };

const buffer = Buffer.allocUnsafe(262_144);
const followed = new Map<number, Followed>();

parentPort?.on('message', (message: ToHashThread) => {
  try {
    handle(message);
  } catch {
    forget(message.id);
  }
  if (message.t === 'pass' || message.t === 'read') answer({ t: 'passed' });
});

function handle(message: ToHashThread): void {
  switch (message.t) {
    case 'start':
      followed.set(message.id, follow(message.file, message.at));
      break;
    case 'add':
    case 'read':
      read(followed.get(message.id), message.length);
      break;
    case 'pass':
      take(followed.get(message.id), Buffer.from(message.memory, message.from, message.length));
      break;
    case 'mark':
      mark(followed.get(message.id));
      break;
    case 'back':
      goBack(followed.get(message.id), message.at);
      break;
    case 'end':
      answer({ t: 'digest', id: message.id, digest: followed.get(message.id)?.hash.digest() });
      forget(message.id);
      break;
    case 'drop':
      forget(message.id);
  }
}

function follow(file: string, at: number): Followed {
  return { fd: openSync(file, 'r'), at, hash: createHash('sha256'), marks: new Map() };
}

function read(file: Followed | undefined, length: number): void {
  if (file === undefined) return;
  for (let left = length; left > 0; ) {
    const bytes = readSync(file.fd, buffer, 0, Math.min(left, buffer.length), file.at);
    if (bytes === 0) throw new Error('A file that is hashed is shorter than it was');
    take(file, buffer.subarray(0, bytes));
    left -= bytes;
  }
}

function take(file: Followed | undefined, bytes: Buffer): void {
  if (file === undefined) return;
  file.hash.update(bytes);
  file.at += bytes.length;
}

function mark(file: Followed | undefined): void {
  file?.marks.set(file.at, file.hash.copy());
}

function goBack(file: Followed | undefined, at: number): void {
  if (file === undefined) return;
  const kept = file.marks.get(at);
  if (kept === undefined) throw new Error('There is no mark to go back to');
  file.hash = kept.copy();
  file.at = at;
}

function answer(message: FromHashThread): void {
  parentPort?.postMessage(message);
}

function forget(id: number): void {
  const file = followed.get(id);
  followed.delete(id);
  if (file !== undefined) closeSync(file.fd);
}
