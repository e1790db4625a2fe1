// The doctor's thread: reads folders and archives, and makes their reports.

import { createHash } from 'node:crypto';
import { diagnose } from '../../../src-shared/builds/doctor/diagnose.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import { serveThread } from '../../platform/threads/serve-thread.ts';
import type { ArchiveEntry, EntryBytes } from '../archives/archive-entry.ts';
import { declaredSize } from '../archives/declared-size.ts';
import { readArchive } from '../archives/read-archive.ts';
import { createTopFolder } from '../archives/top-folder.ts';
import type { DoctorCalls } from './doctor-calls.ts';
import { listArchive } from './list-archive.ts';
import { listFolder } from './list-folder.ts';
import { thisMachine } from './this-machine.ts';

/** Lists what is in a stored archive, each file with the SHA-256 of its bytes, by the paths that it is unpacked to. */
async function listFiles(file: string, { name, signal }: { name: string; signal: AbortSignal }): Promise<BuildFile[]> {
  const found: BuildFile[] = [];
  const top = createTopFolder();
  const format = await readArchive(file, { name, signal }, async (entry, bytes) => {
    top.see(entry);
    const listed = await listedEntry(entry, bytes);
    if (listed !== undefined) found.push(listed);
  });
  const topFolder = format === 'file' ? undefined : top.name();
  const below = topFolder === undefined ? 0 : topFolder.length + 1;
  return found
    .map((one) => ({ ...one, path: one.path.slice(below) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

/** Folders are recognized by what is in them. */
async function listedEntry({ path, type, mode, linkTarget }: ArchiveEntry, bytes: EntryBytes) {
  if (type === 'folder') return undefined;
  if (type === 'link') {
    const target = linkTarget ?? '';
    return { path, type, bytes: 0, link_target: target } as const;
  }
  const hash = createHash('sha256');
  let length = 0;
  for (let chunk = await bytes.read(); chunk !== undefined; chunk = await bytes.read()) {
    hash.update(chunk);
    length += chunk.length;
  }
  return { path, type, bytes: length, ...(mode === undefined ? {} : { mode }), sha256: hash.digest('hex') } as const;
}

serveThread<DoctorCalls>({
  folder: async ({ folder }, signal) => diagnose(await listFolder(folder, signal), thisMachine()),
  archive: async ({ file, name }, signal) => diagnose(await listArchive(file, { name, signal }), thisMachine()),
  size: ({ file, name }) => declaredSize(file, name),
  files: ({ file, name }, signal) => listFiles(file, { name, signal }),
});
