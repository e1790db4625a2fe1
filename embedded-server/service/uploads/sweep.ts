// Removes what nobody will finish or use: uploads that got nothing for a week, and what an object store has that no record knows.
import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { UploadRecord, UploadStore } from './store.ts';
import type { ChooseBytes } from './upload-bytes.ts';
import type { UploadFiles } from './upload-files.ts';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const EVERY_MS = 60 * 60 * 1000;

export type SweepParts = {
  store: UploadStore;
  files: UploadFiles;
  bytes: ChooseBytes;
  /** Removes what an object store has that no record knows, and is older than this. */
  removeObjects?: ((before: number) => Promise<void>) | undefined;
  blobs: BlobStore;
  isLive: (upload_id: string) => boolean;
  /** Takes away an upload that nobody finished, with what it was for. */
  discard: (upload_id: string) => Promise<void>;
  now: () => number;
  log: Log;
};

export type Sweeper = { sweep(): Promise<void>; close(): Promise<void> };

export function createSweeper(parts: SweepParts): Sweeper {
  let inStore = Promise.resolve();
  const sweep = async () => {
    const before = parts.now() - KEPT_MS;
    await sweepFiles(parts, before);
    // A store may be slow or away, and nobody waits for it.
    inStore = inStore
      .then(() => sweepObjects(parts, before))
      .catch((thrown: unknown) => parts.log('warn', 'object store not swept', { error: String(thrown) }));
  };
  const run = () => {
    sweep().catch((thrown: unknown) => parts.log('error', 'sweep failed', { error: String(thrown) }));
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    sweep,
    close: async () => {
      clearInterval(timer);
      await inStore;
    },
  };
}

async function sweepFiles(parts: SweepParts, before: number): Promise<void> {
  for (const upload of abandoned(parts, before)) if (upload.object === null) await drop(parts, upload);
}

/** Of parts that go past the service only their store knows. While that is away, nothing is abandoned. */
async function sweepObjects(parts: SweepParts, before: number): Promise<void> {
  if (parts.removeObjects === undefined) return;
  for (const upload of abandoned(parts, before)) {
    if (upload.object === null) continue;
    const { whole } = await parts.bytes.of(upload).partsIn(upload);
    if ([...whole.values()].every(({ at = 0 }) => at < before)) await drop(parts, upload);
  }
  await parts.removeObjects(before);
}

function abandoned({ store, isLive }: SweepParts, before: number): UploadRecord[] {
  return store.abandoned(before).flatMap((upload_id) => {
    const upload = store.one(upload_id);
    return upload === undefined || isLive(upload_id) ? [] : [upload];
  });
}

async function drop({ discard, log }: SweepParts, { upload_id }: UploadRecord): Promise<void> {
  await discard(upload_id);
  log('info', 'abandoned upload removed', { upload_id });
}
