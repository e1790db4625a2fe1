// Unpacks bytes as a build into a temporary folder and tells what is there then.
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ArchiveLimits, defaultArchiveLimits } from '../../../../embedded-server/files/archives/archive-limits.ts';
import { unpack } from '../../../../embedded-server/files/archives/unpack.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

export type UnpackHere = {
  name?: string;
  limits?: Partial<ArchiveLimits>;
  signal?: AbortSignal;
  makeLink?: (target: string, place: string) => void;
  onProgress?: () => void;
};

export type Outcome = {
  /** The temporary folder: what is unpacked goes into `parent/builds`. */
  parent: string;
  target: string;
  thrown: unknown;
};

/** `bytes` may be the path of an archive instead. */
export async function unpackHere(bytes: Buffer | string, options: UnpackHere = {}): Promise<Outcome> {
  const parent = await makeTempFolder('unpack');
  const file = typeof bytes === 'string' ? bytes : path.join(parent, 'archive');
  if (typeof bytes !== 'string') await writeFile(file, bytes);
  const builds = path.join(parent, 'builds');
  await mkdir(builds);
  const target = path.join(builds, 'build');
  const { name = 'build.tar', limits, ...extras } = options;
  const request = {
    file,
    name,
    target,
    loneTarget: target,
    temp: path.join(builds, 'temp'),
    limits: { ...defaultArchiveLimits, ...limits },
  };
  const thrown = await unpack(request, extras).then(
    () => undefined,
    (error: unknown) => error ?? new Error('Nothing was thrown'),
  );
  return { parent, target, thrown };
}

/** Each path below a folder with what it is: bytes in hex, `folder`, or `-> target`. */
export async function treeOf(folder: string): Promise<Record<string, string>> {
  const tree = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, place).replaceAll('\\', '/');
    if (entry.isSymbolicLink()) tree.set(name, `-> ${await readlink(place)}`);
    else if (entry.isDirectory()) tree.set(name, 'folder');
    else tree.set(name, (await readFile(place)).toString('hex'));
  }
  // Unlike an assignment, it takes a file called __proto__ for a file.
  return Object.fromEntries(tree);
}

export async function modeOf(file: string): Promise<number> {
  return (await lstat(file)).mode & 0o777;
}
