// The SHA-256 of whole uploads, worked out while their parts come in, so that little is left to do after the last one.

import type { InMemory } from '../../platform/front/incoming-part.ts';
import type { FileHasher } from '../../platform/hashing/file-hasher.ts';
import { FollowingHash } from './following-hash.ts';
import { createMemoryRoom } from './memory-room.ts';
import { countParts, partOf } from './parts.ts';
import type { UploadRecord, UploadStore } from './store.ts';
import type { UploadFiles } from './upload-files.ts';

/** Each one begun keeps a file open. Past this many the oldest starts over when it goes on. */
const MOST_BEGUN = 32;

export type WholeHashes = ReturnType<typeof createWholeHashes>;

export function createWholeHashes(store: UploadStore, files: UploadFiles, hasher: FileHasher) {
  const begun = new Map<string, FollowingHash>();
  const room = createMemoryRoom();
  const forget = (upload_id: string) => {
    begun.get(upload_id)?.drop();
    begun.delete(upload_id);
  };
  const begin = (upload: UploadRecord): FollowingHash => {
    const { upload_id, content_length: length } = upload;
    const [oldest] = begun.keys();
    if (oldest !== undefined && begun.size >= MOST_BEGUN) forget(oldest);
    const hashing = hasher.start(files.file(upload_id), 0, length);
    const isIn = (number: number) => store.part(upload_id, number) !== undefined;
    const fresh = new FollowingHash({ cut: upload, hashing, room, isIn });
    begun.set(upload_id, fresh);
    return fresh;
  };
  /** One that is begun is known: its removal forgets it. So nobody is asked for each of its buffers. */
  const isRemoved = ({ upload_id: id }: UploadRecord) => !begun.has(id) && store.one(id) === undefined;
  const wholeOf = (upload: UploadRecord): FollowingHash => begun.get(upload.upload_id) ?? begin(upload);
  return {
    /** Bytes of a part that is not in yet are in the file, and in memory still: see `FollowingHash`. */
    offer: async (upload: UploadRecord, place: number, memory: InMemory): Promise<void> => {
      if (countParts(upload) < 2 || isRemoved(upload)) memory.free();
      else await wholeOf(upload).offer(place, memory);
    },
    /** A part is in: recorded and synced. */
    partIn: (upload: UploadRecord) => {
      if (countParts(upload) > 1) wholeOf(upload).follow();
    },
    /** A part failed, or will be replaced. */
    partGoes: (upload: UploadRecord, number: number) => begun.get(upload.upload_id)?.back(partOf(upload, number)),
    /** With all parts in. A file of one part has the hash of that part. */
    digest: async (upload: UploadRecord): Promise<string> => {
      const [only, ...more] = store.parts(upload.upload_id);
      if (only !== undefined && more.length === 0) return Buffer.from(only.digest).toString('hex');
      const whole = wholeOf(upload);
      whole.follow();
      begun.delete(upload.upload_id);
      return (await whole.digest()).toString('hex');
    },
    forget,
  };
}
