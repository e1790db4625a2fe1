// Lists what is in a stored build, each file with the SHA-256 of its bytes, by the paths that it is unpacked to.
import { createHash } from 'node:crypto';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { ArchiveEntry, EntryBytes } from './archive-entry.ts';
import { type ArchiveFormat, readArchive } from './read-archive.ts';
import { createTopFolder } from './top-folder.ts';

export type FileList = { format: ArchiveFormat; files: BuildFile[] };

export async function listFiles(
  file: string,
  { name, signal }: { name: string; signal?: AbortSignal },
): Promise<FileList> {
  const found: BuildFile[] = [];
  const top = createTopFolder();
  const format = await readArchive(file, { name, signal }, async (entry, bytes) => {
    top.see(entry);
    const listed = await listedEntry(entry, bytes);
    if (listed !== undefined) found.push(listed);
  });
  const topFolder = format === 'file' ? undefined : top.name();
  const below = topFolder === undefined ? 0 : topFolder.length + 1;
  const files = found
    .map((one) => ({ ...one, path: one.path.slice(below) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { format, files };
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
