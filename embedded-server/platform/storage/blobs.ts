// Finished files, kept once however many records use them, each named by the SHA-256 of its bytes and never changed.
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createTurns } from '../../../src-shared/turns.ts';
import type { DataPaths } from './data-paths.ts';
import { ifThere } from './if-there.ts';
import { makeFolder } from './make-folder.ts';

const SHA256 = /^[0-9a-f]{64}$/;

export type BlobStore = {
  path(sha256: string): string;
  /** Its path, once it is here: where bytes are kept elsewhere as well, they are brought first. */
  fetch(sha256: string, signal?: AbortSignal): Promise<string>;
  has(sha256: string): Promise<boolean>;
  /** Makes a synced file the blob of this hash without copying it. One that is there already is replaced by it, which
   * changes nothing, or heals one whose bytes were damaged since. */
  adopt(file: string, sha256: string): Promise<void>;
  /** Removes it unless it is used, asked when nobody is making the same blob. */
  removeUnless(sha256: string, isUsed: () => boolean): Promise<void>;
  all(): Promise<string[]>;
};

export function createBlobStore(paths: DataPaths): BlobStore {
  const place = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new Error('Not a SHA-256');
    return paths.inside('blobs', sha256.slice(0, 2), sha256);
  };
  const has = (sha256: string) => exists(place(sha256));
  /** So that none is removed while another upload with the same bytes becomes it. */
  const turns = createTurns();
  return {
    path: place,
    fetch: async (sha256) => place(sha256),
    has,
    adopt: (file, sha256) =>
      turns.of(sha256)(async () => {
        const target = place(sha256);
        await makeFolder(path.dirname(target));
        await renameOver(file, target);
        await syncFolder(path.dirname(target));
        await syncFolder(paths.blobs);
      }),
    removeUnless: (sha256, isUsed) =>
      turns.of(sha256)(async () => {
        if (!isUsed()) await rm(place(sha256), { force: true });
      }),
    all: async () => {
      const entries = await readdir(paths.blobs, { recursive: true }).catch(() => []);
      return entries.map((entry) => path.basename(entry)).filter((name) => SHA256.test(name));
    },
  };
}

/** Windows does not replace a file that somebody reads; then the one that is there stays, with the same bytes. */
async function renameOver(file: string, target: string): Promise<void> {
  try {
    await rename(file, target);
    // When both are names of the same bytes, as of a pack that was linked here twice, a rename leaves both.
    await rm(file, { force: true });
  } catch (thrown) {
    if (process.platform !== 'win32' || !(await exists(target))) throw thrown;
    await rm(file, { force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return (await ifThere(stat(file))) !== undefined;
}

/** A rename is on disk only when its folder is. Windows cannot sync folders, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
