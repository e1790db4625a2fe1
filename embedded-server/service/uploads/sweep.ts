// Removes what nobody will finish or use: uploads that got nothing for a week, and files that no record knows.
import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { UploadStore } from './store.ts';
import type { UploadFiles } from './upload-files.ts';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const EVERY_MS = 60 * 60 * 1000;

export type SweepParts = {
  store: UploadStore;
  files: UploadFiles;
  blobs: BlobStore;
  isLive: (upload_id: string) => boolean;
  /** Removes the records of an upload and of what it was for. */
  forget: (upload_id: string) => void;
  now: () => number;
  log: Log;
};

export type Sweeper = { sweep(): Promise<void>; close(): void };

export function createSweeper(parts: SweepParts): Sweeper {
  const run = () => {
    sweepAbandoned(parts).catch((thrown: unknown) => parts.log('error', 'sweep failed', { error: String(thrown) }));
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return { sweep: () => sweepAbandoned(parts), close: () => clearInterval(timer) };
}

async function sweepAbandoned({ store, files, isLive, forget, now, log }: SweepParts): Promise<void> {
  for (const upload_id of store.abandoned(now() - KEPT_MS)) {
    if (isLive(upload_id)) continue;
    forget(upload_id);
    await files.remove(upload_id);
    log('info', 'abandoned upload removed', { upload_id });
  }
}

/** At the start, before anything else runs: files without a record are what a crash left. */
export async function removeStrays({ store, files, blobs }: Pick<SweepParts, 'store' | 'files' | 'blobs'>) {
  const known = new Set(store.unfinished().map((upload) => upload.upload_id));
  for (const name of await files.names()) if (!known.has(name)) await files.remove(name);
  for (const sha256 of await blobs.all()) {
    await blobs.removeUnless(sha256, () => store.isBlobUsed(sha256));
  }
}
