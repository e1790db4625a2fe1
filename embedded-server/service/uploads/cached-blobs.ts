// Finished files whose bytes are in an object store: brought here by their hash when somebody needs them, checked, and kept until room
// is needed. All other finished files are as they were.
import { randomBytes } from 'node:crypto';
import { rm, stat, utimes } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { createTurns } from '../../../src-shared/turns.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import { makeRoomAmong, roomIn } from '../../platform/storage/cached-builds.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { FetchObject } from './fetch-object.ts';
import { objectKey } from './object-place.ts';
import type { UploadStore } from './store.ts';

type Dependencies = {
  blobs: BlobStore;
  paths: DataPaths;
  store: UploadStore;
  /** Undefined where the service was started without the store. */
  fetchObject: FetchObject | undefined;
};

export type CachedBlobs = BlobStore & {
  /** Makes room for so much if there are files that can be had again; answers how much there is then. */
  roomFor(bytes: number): Promise<number>;
};

export function createCachedBlobs({ blobs, paths, store, fetchObject }: Dependencies): CachedBlobs {
  const turns = createTurns();
  const cached = async () => {
    const files = await Promise.all(
      store.objectHashes().map(async (sha256) => {
        const file = blobs.path(sha256);
        const found = await stat(file).catch(() => undefined);
        return found === undefined ? [] : [{ file, bytes: found.size, usedAt: found.mtimeMs }];
      }),
    );
    return files.flat();
  };
  const roomFor = async (bytes: number): Promise<number> => {
    await makeRoomAmong(await cached(), { folder: paths.root, bytes });
    return await roomIn(paths.root);
  };
  const bring = async (sha256: string, signal: AbortSignal | undefined): Promise<void> => {
    const upload = store.inObjects(sha256);
    if (upload === undefined) return;
    if (fetchObject === undefined) throw new AppError('OBJECT_STORE_FAILED', 'objects.not-connected');
    await roomFor(upload.content_length);
    // A name that no upload has: the next start removes what a crash leaves of it.
    const file = paths.inside('uploads', `fetched.${randomBytes(6).toString('hex')}`);
    const object = { key: objectKey(upload.upload_id), length: upload.content_length, file, sha256, signal };
    try {
      await fetchObject(object);
      await blobs.adopt(file, sha256);
    } finally {
      await rm(file, { force: true });
    }
  };
  return {
    ...blobs,
    roomFor,
    fetch: (sha256, signal) =>
      turns.of(sha256)(async () => {
        const file = blobs.path(sha256);
        if (!(await blobs.has(sha256))) await bring(sha256, signal);
        else if (store.inObjects(sha256) !== undefined) await utimes(file, new Date(), new Date());
        return file;
      }),
  };
}
