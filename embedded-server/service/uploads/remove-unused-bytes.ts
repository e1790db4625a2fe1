// Bytes go when no record has them any more: with the upload that is removed, and at the start, when a crash left some.

import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { UploadRecord, UploadStore } from './store.ts';
import type { ChooseBytes } from './upload-bytes.ts';
import type { UploadFiles } from './upload-files.ts';

export type UploadRemover = {
  /** `within` runs the change that removes what the upload was for, and calls back to remove the record in it. */
  remove(upload_id: string, within: (removeRecord: () => void) => void): Promise<void>;
};

export function createUploadRemover(parts: {
  store: UploadStore;
  bytes: ChooseBytes;
  blobs: BlobStore;
  /** What is kept in memory about it. */
  forget: (upload_id: string) => void;
  log: Log;
}): UploadRemover {
  const { store, bytes, blobs, forget, log } = parts;
  return {
    remove: async (upload_id, within) => {
      const upload = store.one(upload_id);
      within(() => store.remove(upload_id));
      forget(upload_id);
      if (upload !== undefined) await removeBytes(bytes, upload, log);
      const sha256 = upload?.sha256 ?? undefined;
      if (sha256 !== undefined) await blobs.removeUnless(sha256, () => store.isBlobUsed(sha256));
    },
  };
}

/** A file that cannot be removed is an error; what an object store keeps while it is away is found and removed later. */
export async function removeBytes(bytes: ChooseBytes, upload: UploadRecord, log: Log): Promise<void> {
  const { upload_id, object } = upload;
  try {
    await bytes.of(upload).remove(upload);
  } catch (thrown) {
    if (object === null) throw thrown;
    log('warn', 'object not removed yet', { upload_id, error: String(thrown) });
  }
}

type StrayParts = { store: UploadStore; files: UploadFiles; blobs: BlobStore };

/** At the start, before anything else runs: files without a record are what a crash left. */
export async function removeStrays({ store, files, blobs }: StrayParts) {
  const known = new Set(store.unfinished().map((upload) => upload.upload_id));
  for (const name of await files.names()) if (!known.has(name)) await files.remove(name);
  for (const sha256 of await blobs.all()) {
    await blobs.removeUnless(sha256, () => store.isBlobUsed(sha256));
  }
}
