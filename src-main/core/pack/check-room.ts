// Says before a pack is begun whether the disk has room for it: what is needed, what is free, and what to do.
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { size } from '../../../src-shared/size-text.ts';
import { errorCode } from './error-code.ts';
import type { Entry } from './model.ts';
import { paddingOf, TAR_BLOCK, tarEnd } from './tar-header.ts';

/** What stands in the manifest and the stamps of a file, beside its path twice. */
const BESIDE_BYTES = 256;
/** Room to spare where the build is unpacked as well. */
const SPARE = 1.1;

/** How much a pack takes at most, and what is in it. Compressed, it may take much less, which only packing tells. */
function sizesOf(entries: readonly Entry[]): { archive: number; unpacked: number } {
  let [archive, unpacked] = [tarEnd.length, 0];
  for (const entry of entries) {
    const bytes = entry.kind === 'file' ? entry.size : 0;
    archive += TAR_BLOCK + bytes + paddingOf(bytes) + BESIDE_BYTES + 2 * entry.path.length;
    unpacked += bytes;
  }
  return { archive, unpacked };
}

/**
 * `unpackIn` is the data folder of an instance on this machine, which keeps the pack and unpacks it for its servers. On the disk of
 * the pack it is kept under a second name, and takes no more room.
 */
export async function checkRoom(folder: string, entries: readonly Entry[], unpackIn?: string): Promise<void> {
  const { archive, unpacked } = sizesOf(entries);
  if (unpackIn === undefined) {
    await requireRoom(folder, archive, 'The pack of this folder takes up to');
  } else if (await isSameDisk(folder, unpackIn)) {
    await requireRoom(unpackIn, Math.ceil(SPARE * (archive + unpacked)), `${WHY_MORE} takes up to`);
  } else {
    await requireRoom(folder, archive, 'The pack of this folder takes up to');
    await requireRoom(unpackIn, Math.ceil(SPARE * (archive + unpacked)), `${WHY_MORE} takes up to`);
  }
}

const WHY_MORE = 'This build, with its files unpacked for the servers and a tenth to spare,';

async function requireRoom(folder: string, needed: number, what: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free === undefined || free >= needed) return;
  const sentence = [
    `${what} ${size(needed)} in ${folder}, and ${size(free)} are free there. Nothing was begun.`,
    `Free ${size(needed - free)} on that disk, or leave more of the folder out with .slipwayignore, and try again.`,
  ].join(' ');
  throw new AppError('PACK_DISK_FULL', sentence, { metadata: { folder, needed, free } });
}

/** Some file systems, of networks above all, do not say; then it shows while packing. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const { blocks, bavail, bsize } = await statfs(await thatExists(folder));
  return blocks === 0 ? undefined : bavail * bsize;
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(async (folder) => await stat(await thatExists(folder))));
  return first?.dev === second?.dev;
}

/** The folder, or the nearest above it that there is. */
async function thatExists(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (thrown) {
    const above = path.dirname(folder);
    if (errorCode(thrown) !== 'ENOENT' || above === folder) throw thrown;
    return await thatExists(above);
  }
}
