// Takes an upload away: its record in the same change as what it was for, then its bytes, unless another record has them.
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { UploadStore } from './store.ts';
import type { UploadFiles } from './upload-files.ts';

export type UploadRemover = {
  /** `within` runs the change that removes what the upload was for, and calls back to remove the record in it. */
  remove(uploadId: string, within: (removeRecord: () => void) => void): Promise<void>;
};

export function createUploadRemover(parts: {
  store: UploadStore;
  files: UploadFiles;
  blobs: BlobStore;
  /** What is kept in memory about it. */
  forget: (uploadId: string) => void;
}): UploadRemover {
  const { store, files, blobs, forget } = parts;
  return {
    remove: async (uploadId, within) => {
      const upload = store.one(uploadId);
      within(() => store.remove(uploadId));
      forget(uploadId);
      await files.remove(uploadId);
      const sha256 = upload?.sha256 ?? undefined;
      if (sha256 !== undefined) await blobs.removeUnless(sha256, () => store.isBlobUsed(sha256));
    },
  };
}
