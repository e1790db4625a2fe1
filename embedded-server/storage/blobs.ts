// Finished files, kept once however many records use them, each named by the SHA-256 of its bytes and never changed.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './data-errors.ts';
import type { DataPaths } from './data-paths.ts';

const SHA256 = /^[0-9a-f]{64}$/;

export type BlobStore = {
  path(sha256: string): string;
  has(sha256: string): Promise<boolean>;
  /** Makes a synced file the blob of this hash without copying it. When there is one already, the file goes. */
  adopt(file: string, sha256: string): Promise<void>;
  remove(sha256: string): Promise<void>;
  all(): Promise<string[]>;
};

export function createBlobStore(paths: DataPaths): BlobStore {
  const place = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new Error('Not a SHA-256');
    return paths.inside('blobs', sha256.slice(0, 2), sha256);
  };
  const has = (sha256: string) => exists(place(sha256));
  return {
    path: place,
    has,
    adopt: async (file, sha256) => {
      const target = place(sha256);
      if (await exists(target)) {
        await rm(file, { force: true });
        return;
      }
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(file, target);
      await syncFolder(path.dirname(target));
      await syncFolder(paths.blobs);
    },
    remove: (sha256) => rm(place(sha256), { force: true }),
    all: async () => {
      const entries = await readdir(paths.blobs, { recursive: true }).catch(() => []);
      return entries.map((entry) => path.basename(entry)).filter((name) => SHA256.test(name));
    },
  };
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

/** A rename is on disk only when its folder is. Windows can not sync folders, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
