// Writes a small file of the data folder so that it is there whole or not at all, and only its user may read it.
import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './blobs.ts';
import type { DataPaths } from './data-paths.ts';

const DRAFT = /^(?:owner-token|folder-key|sealed)\.[0-9a-f]{12}$/;

/** Written beside under a name that cannot be guessed, synced, and renamed into place. */
export async function writeDurably(paths: DataPaths, file: string, content: string | Uint8Array): Promise<void> {
  const draft = paths.inside(`${path.basename(file)}.${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
  await syncFolder(paths.root);
}

/** What a crash left of such writes. */
export async function removeDrafts(paths: DataPaths): Promise<void> {
  for (const name of await readdir(paths.root)) {
    if (DRAFT.test(name)) await rm(paths.inside(name), { force: true });
  }
}
