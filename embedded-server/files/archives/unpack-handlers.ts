// What the thread for unpacked builds does: unpacks, checks and removes them, away from the thread that answers people.
/* oxlint-disable node/no-sync -- nothing else waits for this thread */
import { existsSync, renameSync } from 'node:fs';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { sendEvent, type ThreadHandlers } from '../../platform/threads/serve-thread.ts';
import { removeTree } from './remove-tree.ts';
import { changedSinceManifest, writeTreeManifest } from './tree-manifest.ts';
import { type UnpackProgress, unpack } from './unpack.ts';
import type { UnpackCalls, UnpackEvent } from './unpack-calls.ts';

const PROGRESS_MS = 100;

export const unpackHandlers: ThreadHandlers<UnpackCalls> = {
  unpack: async ({ id, ...options }, signal) => await unpack(options, { signal, onProgress: throttled(id) }),
  place: ({ from, to, manifest }) => {
    // Somebody else may have unpacked the same build meanwhile; then theirs stays.
    if (existsSync(to)) return undefined;
    writeTreeManifest(from, manifest);
    renameSync(from, to);
    return undefined;
  },
  remove: (folder) => {
    removeTree(folder);
    return undefined;
  },
  hash: (file, signal) => hashOf(file, undefined, signal),
  findChanged: ({ folder, manifest }) => changedSinceManifest(folder, manifest),
};

function throttled(id: number): (progress: UnpackProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    sendEvent({ id, ...progress } satisfies UnpackEvent);
  };
}
