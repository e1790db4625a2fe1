// A packer for tests, with a cache of its own, and what the system's tar makes of a pack.
import { execFile } from 'node:child_process';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { PackOptions } from '../../../../src-main/core/pack/pack-model.ts';
import { createPacker } from '../../../../src-main/core/pack/packer.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

export const packThread = new URL('../../../../src-main/core/pack/pack-thread.ts', import.meta.url);

export async function openPacker() {
  const packer = createPacker(packThread);
  onTestFinished(() => packer.close());
  const cache = await makeTempFolder('packs');
  const pack = (source: string, options: PackOptions = {}, compression: 'zstd' | 'gzip' | 'none' = 'zstd') =>
    packer.pack({ source, place: { cache }, compression, options });
  const survey = (source: string, options: PackOptions = {}, against?: string) =>
    packer.survey({ source, options, against });
  return { packer, cache, pack, survey };
}

/** Unpacks with the system's tar. */
export async function untar(file: string): Promise<string> {
  const folder = await makeTempFolder('untar');
  await promisify(execFile)('tar', ['-C', folder, '-xf', file]);
  return folder;
}

/** Everything below a folder: type, mode and text of each path. */
export async function treeOf(root: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const name of (await readdir(root, { recursive: true })).toSorted()) {
    const file = path.join(root, name);
    const stat = await lstat(file);
    const mode = (stat.mode & 0o777).toString(8);
    if (stat.isSymbolicLink()) tree[name] = `-> ${await readlink(file)}`;
    else if (stat.isDirectory()) tree[name] = `folder ${mode}`;
    else tree[name] = `${mode} ${(await readFile(file)).toString('latin1')}`;
  }
  return tree;
}
