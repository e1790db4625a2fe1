// Tells what is in a stored build, a page at a time. The last listings are kept, so that a second page costs nothing.
import { createKeptListings } from '../../../src-shared/builds/kept-listings.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { Doctor } from '../../files/doctor/doctor.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { GoneSignal } from '../../platform/watch/waiters.ts';
import { whileThere } from './examine.ts';
import type { WholeBuild } from './store.ts';

/** `path` is what the uploaded file was called. */
export type ListBuildFiles = (build: WholeBuild, path: string, gone: GoneSignal) => Promise<readonly BuildFile[]>;

export function createFileLister({ doctor, blobs }: { doctor: Doctor; blobs: BlobStore }): ListBuildFiles {
  const listings = createKeptListings();
  return async (build, path, gone) => {
    const { sha256, complete_ts: completeTs } = build;
    if (completeTs === null || sha256 === null) {
      throw new AppError('UPLOAD_INCOMPLETE', 'build.files-not-known-yet');
    }
    // The name counts: it says what a file is that is no archive.
    const key = `${sha256} ${path}`;
    const list = async (signal: AbortSignal) =>
      doctor.listFiles(await blobs.fetch(sha256, signal), { name: path, signal });
    return await listings.of(key, () => whileThere(gone, list));
  };
}
