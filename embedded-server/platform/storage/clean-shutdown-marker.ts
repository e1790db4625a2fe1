// The clean shutdown marker of a folder that nobody has open: the SHA-256 of each file that does not carry its own. Written at a
// clean end and removed before the first change, so where there is one, a change of any byte is noticed.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './blobs.ts';
import { type Checksums, checksumsText, readChecksumsFile } from './checksums-file.ts';
import type { DataPaths } from './data-paths.ts';
import { hashOf } from './hash-of.ts';
import { ifThere } from './if-there.ts';
import { writeInFolder } from './write-in-folder.ts';

/** At a start no more than this is read; `slipway data check` reads everything. */
const READ_AT_START = 64 * 1_048_576;

/** For a folder whose records are closed. A backup never changes, so what was known of one is kept. */
export async function markCleanShutdown(paths: DataPaths, known: Checksums = {}): Promise<void> {
  const checksums: Checksums = {};
  for (const name of await markedNames(paths)) {
    const before = name.startsWith('backups/') ? known[name] : undefined;
    checksums[name] = before ?? (await hashOf(paths.inside(name)));
  }
  await writeInFolder(paths, paths.sealed, checksumsText(checksums));
}

export function readShutdownMarker(paths: DataPaths): Promise<Checksums | 'damaged' | undefined> {
  return readChecksumsFile(paths.sealed);
}

export async function clearShutdownMarker(paths: DataPaths): Promise<void> {
  await rm(paths.sealed, { force: true });
  await syncFolder(paths.root);
}

/** The files that are not as they were, or are gone. */
export async function changedSince(paths: DataPaths, checksums: Checksums): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, hash] of Object.entries(checksums))
    if ((await hashIfThere(paths, name)) !== hash) changed.push(name);
  return changed;
}

/** The quick look of a start: files that are there, small, and not as they were. A token may be deleted on purpose. */
export async function changedAtStart(paths: DataPaths, checksums: Checksums): Promise<string[]> {
  const looked: Checksums = {};
  for (const name of ['slipway.db', 'owner-token', 'metrics-token', 'folder-key']) {
    const found = await stat(paths.inside(name)).catch(() => undefined);
    const hash = checksums[name];
    if (hash !== undefined && found !== undefined && found.size <= READ_AT_START) looked[name] = hash;
  }
  return await changedSince(paths, looked);
}

function hashIfThere(paths: DataPaths, name: string): Promise<string | undefined> {
  return ifThere(hashOf(paths.inside(name)));
}

async function markedNames(paths: DataPaths): Promise<string[]> {
  const there = new Set(await readdir(paths.root));
  const own = [paths.database, paths.ownerToken, paths.metricsToken, paths.folderKey].map((file) =>
    path.basename(file),
  );
  const backups = await readdir(paths.backups).catch(() => []);
  return [...own.filter((name) => there.has(name)), ...backups.map((name) => `backups/${name}`)];
}
