// Says before a pack is begun whether the disk has room for it: what is needed, what is free, and what to do.
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { paddingOf, TAR_BLOCK, TAR_END } from '../../../embedded-server/platform/tar/tar-format.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { size } from '../../../src-shared/size-text.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { nearestThere } from '../platform/storage/nearest-there.ts';
import type { Entry } from './pack-model.ts';

/** What stands in the manifest and the stamps of a file, beside its path twice. */
const BESIDE_BYTES = 256;
/** Room to spare where the build is unpacked as well. */
const SPARE = 1.1;

/** How much a pack takes at most, and what is in it. Compressed, it may take much less, which only packing tells. */
function sizesOf(entries: readonly Entry[]): { archive: number; unpacked: number } {
  let [archive, unpacked] = [TAR_END.length, 0];
  for (const entry of entries) {
    const bytes = entry.kind === 'file' ? entry.size : 0;
    archive += TAR_BLOCK + bytes + paddingOf(bytes) + BESIDE_BYTES + 2 * entry.path.length;
    unpacked += bytes;
  }
  return { archive, unpacked };
}

/** What stands around the figures, whole, as it is written in other languages as well. */
type Words = (needed: string, folder: string, free: string, missing: string) => Message;

const packWords: Words = (needed, folder, free, missing) =>
  messageFor('pack.no-room', { needed, folder, free, missing });
const localWords: Words = (needed, folder, free, missing) =>
  messageFor('pack.no-room-with-servers', { needed, folder, free, missing });
const fileWords: Words = (needed, folder, free, missing) =>
  messageFor('pack.no-room-for-archive', { needed, folder, free, missing });

/**
 * `unpackIn` is the data folder of an instance on this machine, which keeps the pack and unpacks it for its servers. On the disk of
 * the pack it is kept under a second name, and takes no more room.
 */
export async function checkRoom(folder: string, entries: readonly Entry[], unpackIn?: string): Promise<void> {
  const { archive, unpacked } = sizesOf(entries);
  if (unpackIn === undefined || !(await isSameDisk(folder, unpackIn))) await requireRoom(folder, archive, packWords);
  if (unpackIn !== undefined) await requireRoom(unpackIn, Math.ceil(SPARE * (archive + unpacked)), localWords);
}

/** The same for a file that is taken as it is and holds at least so many bytes. The data folder gets a copy of it. */
export async function checkFileRoom(file: string, unpacked: number, unpackIn: string): Promise<void> {
  const copy = (await sharesCopies(file, unpackIn)) ? 0 : (await stat(file)).size;
  await requireRoom(unpackIn, Math.ceil(SPARE * (copy + unpacked)), fileWords);
}

/** Whether a copy may be made there of bytes that are not written again. */
async function sharesCopies(file: string, folder: string): Promise<boolean> {
  if (process.platform === 'win32' || !(await isSameDisk(path.dirname(file), folder))) return false;
  return !COPYING_DISKS.has((await statfs(file)).type);
}

/** Disks that write every copy: ext4 and its older brothers, and disks in memory. */
const COPYING_DISKS = new Set([0xef53, 0x01021994]);

async function requireRoom(folder: string, needed: number, words: Words): Promise<void> {
  const free = await freeBytes(folder);
  if (free === undefined || free >= needed) return;
  const sentence = words(size(needed), folder, size(free), size(needed - free));
  throw new AppError('PACK_DISK_FULL', sentence, { metadata: { folder, needed, free } });
}

/** Some file systems, of networks above all, do not say; then it shows while packing. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const there = await nearestThere(folder);
  if (there === undefined) return undefined;
  const { blocks, bavail, bsize } = await statfs(there.folder);
  return blocks === 0 ? undefined : bavail * bsize;
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([nearestThere(one), nearestThere(other)]);
  return first !== undefined && first.disk === second?.disk;
}
