// Gets the kept folders of a server ready: it has a set of its own, each folder of it is there, begun with what the build or image brings,
// and is shown where the server looks for it.
import { chmod, lstat, readdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { plainBuildPath } from '../../../src-shared/service/build-paths.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import type { ContainerImage } from '../runner/runner.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { ClaimKept } from './claim-kept.ts';
import { type KeptOrigin, ofBuild, ofImage } from './kept-origin.ts';
import { keptPaths, makeBelow, makeKeptFolders } from './kept-paths.ts';
import type { KeptPlace } from './slots.ts';

/** A kept folder, and where a server has it below its own. */
export type KeptFolder = { source: string; place: string };
/** `owner`: whose the files are, where servers have users of their own. */
export type KeptSet = { owner: string; folders: readonly KeptFolder[] };

export type KeptParts = {
  paths: DataPaths;
  claim: ClaimKept;
  /** Copies a folder out of an image; answers whether it was there. */
  copyOut(image: string, place: string, to: string): Promise<boolean>;
};
export type WantedKept = {
  keep: readonly string[];
  /** What the server is made of. `hasMounts`: its wall mounts folders into its own. */
  from: { image: ContainerImage } | { build: string; hasMounts: boolean };
  folder: string;
  serverCount: number;
};

/** Everybody reads, writes and enters; what can be run stays so. */
const FOR_ALL = 0o666;
const ENTER = 0o111;
const PERMISSIONS = 0o777;

/** Undefined where nothing is to be kept. Waits for the server that this one replaces. */
export async function prepareKept(
  { paths, claim, copyOut }: KeptParts,
  server: ServerRecord,
  { keep: named, from, folder, serverCount }: WantedKept,
  run: Parameters<ClaimKept>[2],
): Promise<KeptSet | undefined> {
  const keep = ('image' in from ? from.image.volumes : named).map(plainBuildPath);
  if (keep.length === 0) return undefined;
  const origin = 'image' in from ? ofImage((place, to) => copyOut(from.image.name, place, to)) : ofBuild(from.build);
  // Before the server that has them is asked to go. What an image has is not known yet.
  if ('build' in from) for (const place of keep) await origin.check(place);
  const place = await claim(server, serverCount, run);
  const folders = await makeKept(paths, { place, keep, origin });
  if ('image' in from) for (const { source } of folders) await openToImage(source, from.image.user);
  else if (!from.hasMounts) await linkKept(folder, folders);
  else await makeMountPoints(folder, folders);
  return { owner: `${place.namespace_id}/${place.slot}`, folders };
}

type Made = { place: KeptPlace; keep: readonly string[]; origin: KeptOrigin };

/** Content that is there is never touched: only a folder that is new gets what its origin has at its place. */
async function makeKept(paths: DataPaths, { place, keep, origin }: Made): Promise<KeptFolder[]> {
  const at = keptPaths(paths, place);
  for (const one of keep) await origin.check(one);
  await makeKeptFolders(at);
  const folders: KeptFolder[] = [];
  for (const one of keep) {
    const source = path.join(at.files, one);
    if (!(await isFolder(source))) await begin(at.files, one, origin);
    folders.push({ source, place: one });
  }
  return folders;
}

/** Under another name until all of it is there. */
async function begin(files: string, keep: string, origin: KeptOrigin): Promise<void> {
  const parent = path.dirname(keep);
  if (parent !== '.') await makeBelow(files, parent);
  const target = path.join(files, keep);
  const draft = path.join(path.dirname(files), 'beginning');
  await removeWhole(draft);
  if (!(await origin.copy(keep, draft))) await makeBelow(path.dirname(draft), 'beginning');
  await rename(draft, target);
}

/** Where nothing is mounted a server finds its kept folders through links in its own. */
async function linkKept(folder: string, kept: readonly KeptFolder[]): Promise<void> {
  for (const { source, place } of kept) {
    const parent = path.dirname(place);
    if (parent !== '.') await makeBelow(folder, parent);
    const target = path.join(folder, place);
    await rm(target, { recursive: true, force: true });
    await symlink(source, target, 'junction');
  }
}

/** Behind a wall of Linux they are mounted on empty folders. */
async function makeMountPoints(folder: string, kept: readonly KeptFolder[]): Promise<void> {
  for (const { place } of kept) await makeBelow(folder, place);
}

async function isFolder(folder: string): Promise<boolean> {
  return (await ifThere(lstat(folder)))?.isDirectory() === true;
}

/**
 * Opens kept folders to the server of an image, which may be any user: what we copied there, from the image or from a snapshot, is ours.
 * Nobody else has them meanwhile, as nobody comes past the data folder. `user`: who the server is.
 */
async function openToImage(folder: string, user: string): Promise<void> {
  const ours = process.geteuid?.();
  // Where it is root, and so are we, it has what is ours.
  if (ours === undefined || (ours === 0 && /^(?:root|0)?(?::|$)/.test(user))) return;
  await openAll(folder, ours);
}

async function openAll(place: string, ours: number): Promise<void> {
  const found = await lstat(place);
  const canEnter = found.isDirectory();
  if (!canEnter && !found.isFile()) return;
  const canRun = canEnter || (found.mode & ENTER) !== 0;
  const wanted = FOR_ALL | (canRun ? ENTER : 0);
  if (found.uid === ours && (found.mode & PERMISSIONS) !== wanted) await chmod(place, wanted);
  if (!canEnter || found.uid !== ours) return;
  for (const name of await readdir(place)) await openAll(path.join(place, name), ours);
}
