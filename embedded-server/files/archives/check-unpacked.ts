// Compares unpacked builds with the files that they were unpacked from, every byte of them.
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { createBuildFolders, sha256Of } from './build-folders.ts';
import { type FileList, listFiles } from './list-files.ts';

export type UnpackedCheck = {
  /** The name of its folder. */
  build: string;
  sha256: string;
  /** What is not as it was unpacked, missing ones and others' ones included. */
  differing: string[];
};

type Options = {
  /** Where unpacked builds are. */
  folder: string;
  blobPath(sha256: string): string;
  /** What the files with these bytes were called when they were uploaded, if their bytes are whole. */
  namesOf(sha256: string): readonly string[];
};

/** Of each unpacked build that can still be compared with its file. */
export async function checkUnpacked({ folder, blobPath, namesOf }: Options): Promise<UnpackedCheck[]> {
  const folders = createBuildFolders(folder);
  const checks: UnpackedCheck[] = [];
  for (const build of await folders.oldestFirst()) {
    const sha256 = sha256Of(build);
    for (const name of namesOf(sha256)) {
      const { format, files } = await listFiles(blobPath(sha256), { name });
      const places = folders.placesOf(sha256, name);
      // A lone file lies once under each of its names.
      if (build !== (format === 'file' ? places.lone : places.archive)) continue;
      checks.push({ build, sha256, differing: await differing(folders.place(build), files) });
      break;
    }
  }
  return checks;
}

async function differing(folder: string, files: FileList['files']): Promise<string[]> {
  const changed: string[] = [];
  for (const file of files) if (!(await isThere(folder, file))) changed.push(file.path);
  const known = new Set(files.map((file) => file.path));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const more = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return [...changed, ...more.filter((one) => !known.has(one))];
}

async function isThere(folder: string, file: BuildFile): Promise<boolean> {
  const place = path.join(folder, file.path);
  if (file.type === 'file') return (await hashOf(place).catch(() => undefined)) === file.sha256;
  // Where links cannot be made, a copy stands in their place.
  if (process.platform === 'win32') return true;
  return (await readlink(place).catch(() => undefined)) === file.link_target;
}
