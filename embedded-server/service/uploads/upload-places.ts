// Puts together where the bytes of uploads come in and are kept: files of this service, and an object store where there is one.
import type { TokenId } from '../../platform/access/given-access.ts';
import type { FileHasher } from '../../platform/hashing/file-hasher.ts';
import { createObjectStore, type StorePlace } from '../../platform/object-store/object-store.ts';
import { createBlobStore } from '../../platform/storage/blobs.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { createArrivals } from './arrivals.ts';
import { createCachedBlobs } from './cached-blobs.ts';
import { createFetchObject } from './fetch-object.ts';
import { createObjectBytes } from './object-bytes.ts';
import { objectKey } from './object-place.ts';
import type { Presigner } from './presign.ts';
import type { UploadParts } from './service.ts';
import type { UploadRecord } from './store.ts';
import { chooseBytes, createFileBytes } from './upload-bytes.ts';

export type PlaceParts = Pick<
  UploadParts,
  'store' | 'files' | 'database' | 'wholeHashes' | 'access' | 'now' | 'log'
> & {
  paths: DataPaths;
  presigner: Presigner;
  hasher: FileHasher;
  objectStore: StorePlace | undefined;
};
/** Who asks begins at once. */
const READ_SECONDS = 600;
type Finish = (upload_id: string, by: TokenId) => Promise<void>;

export function createUploadPlaces(parts: PlaceParts) {
  const { store, paths, hasher, objectStore, log } = parts;
  const objects = objectStore && createObjectStore(objectStore);
  const fetchObject = objects && createFetchObject(objects, hasher);
  const blobs = createCachedBlobs({ blobs: createBlobStore(paths), paths, store, fetchObject });
  const inObjects =
    objects && fetchObject && createObjectBytes({ ...parts, objects, fetchObject, roomFor: blobs.roomFor });
  let finish: Finish = async () => undefined;
  const arrivals =
    inObjects &&
    createArrivals({ store, isWhole: inObjects.isWhole, finish: (upload_id, by) => finish(upload_id, by), log });
  return {
    blobs,
    bytes: chooseBytes(createFileBytes(parts), inObjects),
    /** Where the store has a finished file, for a while; undefined where it has not. */
    objectAddress: (sha256: string): string | undefined => {
      const upload = store.inObjects(sha256);
      if (objects === undefined || upload === undefined) return undefined;
      return objects.presignRead(objectKey(upload.upload_id), { at: parts.now(), seconds: READ_SECONDS });
    },
    removeObjects: inObjects?.removeStrays,
    /** Somebody is about to send parts that this service will see nothing of. */
    onAddresses: ({ upload_id, object }: UploadRecord, by: TokenId): void => {
      if (object !== null) arrivals?.watch(upload_id, by);
    },
    /** Looks for parts of all that is unfinished from now on; what has all of them is finished. */
    start: (withFinish: Finish): void => {
      finish = withFinish;
      for (const upload of store.unfinished()) {
        if (upload.object === null) continue;
        inObjects?.watchTokens(upload);
        arrivals?.watch(upload.upload_id, undefined);
      }
    },
    /** Gives up what is under way with the store. */
    close: async (): Promise<void> => {
      objects?.close();
      await arrivals?.close();
    },
  };
}
