// The unpacking thread: unpacks builds and removes what was unpacked, away from the thread that answers people.
import { sendEvent, serveThread } from '../../platform/threads/serve-thread.ts';
import { removeTree } from './remove-tree.ts';
import { type UnpackProgress, unpack } from './unpack.ts';
import type { UnpackCalls, UnpackEvent } from './unpack-calls.ts';

const PROGRESS_MS = 100;

serveThread<UnpackCalls>({
  unpack: async ({ id, ...options }, signal) => await unpack(options, { signal, onProgress: throttled(id) }),
  remove: (folder) => {
    removeTree(folder);
    return undefined;
  },
});

function throttled(id: number): (progress: UnpackProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    sendEvent({ id, ...progress } satisfies UnpackEvent);
  };
}
