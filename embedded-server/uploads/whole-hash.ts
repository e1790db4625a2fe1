// The SHA-256 of a whole upload, worked out while its parts come in: as far as they are in without a gap, so that little is
// left to do after the last one.
import type { FileHasher, Hashing } from '../hashing/file-hasher.ts';
import { countParts, partOf } from './parts.ts';
import type { UploadRecord, UploadStore } from './store.ts';
import type { UploadFiles } from './upload-files.ts';

/** Each one begun keeps a file open. Past this many the oldest starts over when it goes on. */
const MOST_BEGUN = 32;

type Begun = { hashing: Hashing; next: number };
export type WholeHashes = ReturnType<typeof createWholeHashes>;

export function createWholeHashes(store: UploadStore, files: UploadFiles, hasher: FileHasher) {
  const begun = new Map<string, Begun>();
  const forget = (uploadId: string) => {
    begun.get(uploadId)?.hashing.drop();
    begun.delete(uploadId);
  };
  const begin = ({ upload_id: uploadId, content_length: length }: UploadRecord): Begun => {
    const [oldest] = begun.keys();
    if (oldest !== undefined && begun.size >= MOST_BEGUN) forget(oldest);
    const fresh = { hashing: hasher.start(files.file(uploadId), 0, length), next: 1 };
    begun.set(uploadId, fresh);
    return fresh;
  };
  const follow = (upload: UploadRecord): Begun => {
    const whole = begun.get(upload.upload_id) ?? begin(upload);
    while (whole.next <= countParts(upload) && store.part(upload.upload_id, whole.next) !== undefined) {
      whole.hashing.add(partOf(upload, whole.next).length);
      whole.next += 1;
    }
    return whole;
  };
  return {
    /** A part is in: recorded and synced. */
    partIn: (upload: UploadRecord) => {
      if (countParts(upload) > 1) follow(upload);
    },
    /** A part will be replaced: what was hashed of it is no longer so. */
    partGoes: (uploadId: string, number: number) => {
      const whole = begun.get(uploadId);
      if (whole !== undefined && number < whole.next) forget(uploadId);
    },
    /** With all parts in. A file of one part has the hash of that part. */
    digest: async (upload: UploadRecord): Promise<string> => {
      const [only, ...more] = store.parts(upload.upload_id);
      if (only !== undefined && more.length === 0) return Buffer.from(only.digest).toString('hex');
      const { hashing } = follow(upload);
      begun.delete(upload.upload_id);
      return (await hashing.digest()).toString('hex');
    },
    forget,
  };
}
