// The pack thread: reads folders and packs them, so that the thread with the windows never waits for a disk.
// It imports embedded-server/platform/threads past the service's face, which would load the whole service into it.
import { stat } from 'node:fs/promises';
import { sendEvent, serveThread } from '../../../embedded-server/platform/threads/serve-thread.ts';
import { packFolder } from './pack-folder.ts';
import type { PackCalls, PackProgress } from './pack-messages.ts';
import type { Packed } from './pack-model.ts';
import { isWhole, sendAsIs } from './send-as-is.ts';
import { neitherFolderNorFile, unreadable } from './unreadable.ts';

const PROGRESS_MS = 200;

/** Beside this script, in the source as in the bundle. */
const sinkThread = new URL(import.meta.url.replace(/pack-thread(\.\w+)$/, 'sink-thread$1'));

const underWay = new Set<Promise<Packed>>();

serveThread<PackCalls>({
  // What reads manifests brings a library for it, which packing alone does without.
  survey: async ({ source, options, against }, signal) => {
    const { surveyFolder } = await import('./survey.ts');
    return await surveyFolder(source, options, against, signal);
  },
  pack: async (order, signal) => {
    const packing = pack(order, signal);
    underWay.add(packing);
    try {
      return await packing;
    } finally {
      underWay.delete(packing);
    }
  },
  settle: async () => {
    await Promise.allSettled(underWay);
    return undefined;
  },
  isWhole: (packed, signal) => isWhole(packed, signal),
  changedSince: async (packed, signal) => {
    const { changedSince } = await import('./changed-since.ts');
    return await changedSince(packed, signal);
  },
});

async function pack({ id, ...order }: PackCalls['pack']['input'], signal: AbortSignal): Promise<Packed> {
  const tell = createProgress(id);
  const found = await stat(order.source).catch((thrown: unknown) => {
    throw unreadable(order.source, thrown);
  });
  if (found.isDirectory()) return await packFolder(order, { sinkThread, signal, onBytes: tell });
  if (!found.isFile()) throw neitherFolderNorFile(order.source);
  return await sendAsIs(order.source, signal, (more) => tell(more, found.size));
}

function createProgress(id: number): (more: number, total: number) => void {
  let bytes = 0;
  let problemsAt = performance.now();
  return (more, total) => {
    bytes += more;
    if (performance.now() - problemsAt < PROGRESS_MS) return;
    problemsAt = performance.now();
    sendEvent({ id, bytes, total } satisfies PackProgress);
  };
}
