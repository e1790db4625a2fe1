// Brings the object of a build into a file of this machine: read once, with its SHA-256 worked out beside that.
import { open } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { FileHasher } from '../../platform/hashing/file-hasher.ts';
import type { ObjectStore } from '../../platform/object-store/object-store.ts';
import { readIntoFile } from '../../platform/object-store/read-into-file.ts';

export type ObjectToFetch = {
  key: string;
  length: number;
  file: string;
  /** What it has to be, where that is known. */
  sha256?: string;
  signal?: AbortSignal | undefined;
};
export type FetchObject = (object: ObjectToFetch) => Promise<string>;

export function createFetchObject(objects: ObjectStore, hasher: FileHasher): FetchObject {
  return async (object) => {
    const { key, length, file, sha256 } = object;
    const found = await objects.look(key);
    if (found === undefined) throw new AppError('BUILD_INVALID', 'objects.removed', { store: objects.name });
    if (found.bytes !== length) throw changed(objects);
    const handle = await open(file, 'w', 0o600);
    const hashing = hasher.start(file, 0, length);
    try {
      const source = { key, length, tag: found.tag, whenChanged: () => changed(objects), signal: object.signal };
      await readIntoFile(objects, source, { handle, wrote: (bytes) => hashing.add(bytes) });
      const digest = (await hashing.digest()).toString('hex');
      if (digest !== (sha256 ?? digest)) throw changed(objects);
      await handle.datasync();
      return digest;
    } catch (thrown) {
      hashing.drop();
      throw thrown;
    } finally {
      await handle.close();
    }
  };
}

function changed(objects: ObjectStore): AppError {
  return new AppError('BUILD_INVALID', 'objects.changed', { store: objects.name });
}
