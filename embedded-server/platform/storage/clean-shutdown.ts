// The seal of a folder that nobody has open: the SHA-256 of each file that does not carry its own. Written at a clean
// end and broken before the first change, so where it stands, every byte can be distinguished from a changed one.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './blobs.ts';
import { markerText, readMarkerFile, type Seal } from './clean-shutdown-marker.ts';
import { errorCode } from './data-errors.ts';
import type { DataPaths } from './data-paths.ts';
import { hashOf } from './hash-of.ts';
import { writeInFolder } from './write-in-folder.ts';

/** At a start no more than this is read; `slipway data check` reads everything. */
const READ_AT_START = 64 * 1_048_576;

/** Seals a folder whose records are closed. A backup never changes, so what was known of one is kept. */
export async function markCleanShutdown(paths: DataPaths, known: Seal = {}): Promise<void> {
  const seal: Seal = {};
  for (const name of await sealedNames(paths)) {
    const before = name.startsWith('backups/') ? known[name] : undefined;
    seal[name] = before ?? (await hashOf(paths.inside(name)));
  }
  await writeInFolder(paths, paths.sealed, markerText(seal));
}

export function readShutdownMarker(paths: DataPaths): Promise<Seal | 'damaged' | undefined> {
  return readMarkerFile(paths.sealed);
}

export async function clearShutdownMarker(paths: DataPaths): Promise<void> {
  await rm(paths.sealed, { force: true });
  await syncFolder(paths.root);
}

/** The sealed files that are not as they were, or are gone. */
export async function changedSince(paths: DataPaths, seal: Seal): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, hash] of Object.entries(seal)) if ((await hashIfThere(paths, name)) !== hash) changed.push(name);
  return changed;
}

/** The quick look of a start: files that are there, small, and not as they were. A token may be deleted on purpose. */
export async function changedAtStart(paths: DataPaths, seal: Seal): Promise<string[]> {
  const looked: Seal = {};
  for (const name of ['slipway.db', 'owner-token', 'folder-key']) {
    const found = await stat(paths.inside(name)).catch(() => undefined);
    const hash = seal[name];
    if (hash !== undefined && found !== undefined && found.size <= READ_AT_START) looked[name] = hash;
  }
  return await changedSince(paths, looked);
}

async function hashIfThere(paths: DataPaths, name: string): Promise<string | undefined> {
  try {
    return await hashOf(paths.inside(name));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

async function sealedNames(paths: DataPaths): Promise<string[]> {
  const there = new Set(await readdir(paths.root));
  const own = [paths.database, paths.ownerToken, paths.folderKey].map((file) => path.basename(file));
  const backups = await readdir(paths.backups).catch(() => []);
  return [...own.filter((name) => there.has(name)), ...backups.map((name) => `backups/${name}`)];
}
