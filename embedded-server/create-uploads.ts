// Puts everything about uploads together: files, signatures, receiving, finishing and sweeping.

import { createTurns } from '../src-shared/turns.ts';
import type { GivenAccess } from './platform/access/given-access.ts';
import type { LeastPace } from './platform/front/pace.ts';
import { createFileHasher, type FileHasher } from './platform/hashing/file-hasher.ts';
import type { RawRoute } from './platform/http/raw-routes.ts';
import type { Log } from './platform/logging/log.ts';
import type { StorePlace } from './platform/object-store/object-store.ts';
import type { DataFolder } from './platform/storage/data-folder.ts';
import type { Database } from './platform/storage/database.ts';
import { createSharedSyncs } from './platform/storage/shared-sync.ts';
import { createBuildChunker } from './service/builds/chunks.ts';
import type { BuildService } from './service/builds/service.ts';
import { createMediaRoute } from './service/pictures/media.ts';
import { type PictureService, unshownPictures } from './service/pictures/service.ts';
import { createFileTaker } from './service/uploads/import-file.ts';
import { createPresigner } from './service/uploads/presign.ts';
import { createUploadFront, createUploadRoute } from './service/uploads/presigned-routes.ts';
import { createReceiver } from './service/uploads/receive.ts';
import { createUploadRemover, removeStrays } from './service/uploads/remove-unused-bytes.ts';
import { createReuser } from './service/uploads/reuse.ts';
import { createUploadService, type UploadService } from './service/uploads/service.ts';
import { createUploadStore, type UploadStore } from './service/uploads/store.ts';
import { createSweeper } from './service/uploads/sweep.ts';
import { createUploadFiles } from './service/uploads/upload-files.ts';
import { createUploadPlaces } from './service/uploads/upload-places.ts';
import { createWholeHashes } from './service/uploads/whole-hash.ts';
import type { ThreadScripts } from './thread-scripts.ts';

export type UploadDependencies = {
  folder: DataFolder;
  threads: ThreadScripts;
  builds: BuildService;
  pictures: PictureService;
  publicUrl: () => string;
  now: () => number;
  log: Log;
  leastPace: LeastPace;
  access: GivenAccess;
  /** The object store that builds go to; files of this service where there is none. */
  objectStore: StorePlace | undefined;
};

export function createUploads(dependencies: UploadDependencies) {
  const { folder, builds, pictures, publicUrl, now, log, access } = dependencies;
  // Two, as the whole files must not keep those waiting who sent a part.
  const [partHasher, wholeHasher] = [openHasher(dependencies), openHasher(dependencies)];
  const { database, paths, key } = folder;
  const store = createUploadStore(database);
  const files = createUploadFiles(paths);
  const wholeHashes = createWholeHashes(store, files, wholeHasher);
  const presigner = createPresigner(key.derive('presigned uploads'), { publicUrl, now, access });
  const known = { store, files, paths, database, wholeHashes, access, now, log };
  const places = createUploadPlaces({
    ...known,
    presigner,
    hasher: wholeHasher,
    objectStore: dependencies.objectStore,
  });
  const { bytes, blobs } = places;
  const remover = createUploadRemover({ store, bytes, blobs, forget: wholeHashes.forget, log });
  const replaced = (upload_id: string) => {
    remover
      .remove(upload_id, removal(database))
      .catch((thrown: unknown) => log('error', 'old picture not removed', { error: String(thrown) }));
  };
  const finishers = finishersOf(builds, pictures, replaced);
  /** Takes away an upload that nobody finished, with what it was for. */
  const discard = (upload_id: string) =>
    remover.remove(upload_id, (removeRecord) =>
      database.change(() => {
        builds.forgetUpload(upload_id, removeRecord);
        // A picture's upload has no build that takes it along; for a build's this is a repetition without effect.
        removeRecord();
      }),
    );
  /** Nothing reaches a build whose namespace is gone, unless it became a version: its bytes and address go. */
  const discardStranded = async () => {
    for (const upload_id of builds.stranded()) {
      await discard(upload_id).catch((thrown: unknown) =>
        log('error', 'upload of a deleted namespace not removed', { upload_id, error: String(thrown) }),
      );
    }
  };
  const parts = { ...known, blobs, bytes, finishers, discard };
  const uploads = createUploadService({ ...parts, onAddresses: places.onAddresses });
  const taker = createFileTaker({ files, log, paths, script: dependencies.threads.import });
  const receiver = createReceiver({
    ...parts,
    syncs: createSharedSyncs(),
    writes: createTurns(),
    uploads,
    taker,
    hasher: partHasher,
  });
  const reuser = createReuser(receiver, log);
  const chunker = createBuildChunker({ script: dependencies.threads.chunk, blobs, log });
  const sweeper = createSweeper({ ...parts, ...places, isLive: receiver.isLive });
  const rawRoutes: RawRoute[] = [
    { prefix: '/uploads/', run: createUploadRoute(presigner, receiver, dependencies.leastPace) },
    { prefix: '/media/', run: createMediaRoute({ store, blobs }) },
  ];
  return {
    uploads,
    blobs,
    objectAddress: places.objectAddress,
    remover,
    discardStranded,
    rawRoutes,
    takeFile: receiver.take,
    reuser,
    chunker,
    frontRoutes: [createUploadFront(presigner, receiver)],
    close: async () => {
      await Promise.all([places.close(), sweeper.close(), reuser.close(), chunker.close()]);
      await Promise.all([partHasher.close(), wholeHasher.close(), taker.close()]);
    },
    /** Before anything is served: clears what a crash left, and ends what had all its bytes. */
    recover: async () => {
      for (const upload_id of unshownPictures(database)) await remover.remove(upload_id, removal(database));
      await discardStranded();
      await removeStrays({ store, files, blobs });
      await sweeper.sweep();
      await finishWhole(store, uploads, log);
      places.start(uploads.finish);
    },
  };
}

function openHasher({ threads, log }: UploadDependencies): FileHasher {
  const onLost = (thrown: unknown) => log('error', 'hash thread lost', { error: String(thrown) });
  return createFileHasher({ script: threads.hash, onLost });
}

function finishersOf(builds: BuildService, pictures: PictureService, replaced: (upload_id: string) => void) {
  return {
    build: builds.finisher,
    logo: pictures.finisher('logo', replaced),
    banner: pictures.finisher('banner', replaced),
  };
}

/** Removes a record in a change of its own, where nothing else goes with it. */
function removal(database: Database): (removeRecord: () => void) => void {
  return (removeRecord) => database.change(removeRecord);
}

/** More than this is read through while the service runs already. */
const WAITED_FOR_BYTES = 268_435_456;

/** Uploads whose last part came just before a crash, or that were being read through. */
async function finishWhole(store: UploadStore, uploads: UploadService, log: Log): Promise<void> {
  for (const upload of store.unfinished()) {
    if (!uploads.isWhole(upload)) continue;
    const finishing = finishOrSay(uploads, upload.upload_id, log);
    if (upload.content_length <= WAITED_FOR_BYTES) await finishing;
  }
}

/** One upload that cannot be finished must not keep the service from starting. */
async function finishOrSay(uploads: UploadService, upload_id: string, log: Log): Promise<void> {
  await uploads.finish(upload_id).catch((thrown: unknown) => {
    log('error', 'upload not finished', { upload_id, error: String(thrown) });
  });
}
