// Takes an upload away: its record in the same change as what it was for, then its bytes, unless another record has them.

import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { UploadRecord, UploadStore } from './store.ts';
import type { ChooseBytes } from './upload-bytes.ts';

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
