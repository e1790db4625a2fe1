// Writes a small file of the data folder durably, and removes what a crash left of such writes.
import { readdir, rm } from 'node:fs/promises';
import { writeDurably } from '../durable/write-durably.ts';
import { syncFolder } from './blobs.ts';
import type { DataPaths } from './data-paths.ts';

const DRAFT = /^(?:owner-token|metrics-token|folder-key|sealed)\.[0-9a-f]{12}$/;

/** The folder is synced as well, so that the name lasts. */
export async function writeInFolder(paths: DataPaths, file: string, content: string | Uint8Array): Promise<void> {
  await writeDurably(file, content);
  await syncFolder(paths.root);
}

/** What a crash left of such writes. */
export async function removeDrafts(paths: DataPaths): Promise<void> {
  for (const name of await readdir(paths.root)) {
    if (DRAFT.test(name)) await rm(paths.inside(name), { force: true });
  }
}
