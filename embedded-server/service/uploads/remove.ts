// Takes an upload away: its record in the same change as what it was for, then its bytes, unless another record has them.
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { UploadStore } from './store.ts';
import type { UploadFiles } from './upload-files.ts';

export type UploadRemover = {
  /** `within` runs the change that removes what the upload was for, and calls back to remove the record in it. */
  remove(upload_id: string, within: (removeRecord: () => void) => void): Promise<void>;
};

export function createUploadRemover(parts: {
  store: UploadStore;
  files: UploadFiles;
  blobs: BlobStore;
  /** What is kept in memory about it. */
  forget: (upload_id: string) => void;
}): UploadRemover {
  const { store, files, blobs, forget } = parts;
  return {
    remove: async (upload_id, within) => {
      const upload = store.one(upload_id);
      within(() => store.remove(upload_id));
      forget(upload_id);
      await files.remove(upload_id);
      const sha256 = upload?.sha256 ?? undefined;
      if (sha256 !== undefined) await blobs.removeUnless(sha256, () => store.isBlobUsed(sha256));
    },
  };
}
