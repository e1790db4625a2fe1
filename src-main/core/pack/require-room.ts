// Before a folder is packed for an instance of this machine: whether the disk has room for the archive and for what is unpacked
// of it to run, with a tenth to spare. What fills up half way costs minutes, and takes the room from servers that run.
import { stat, statfs } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';

export type RoomWish = {
  /** What is packed, unpacked. Its archive is not compressed, so it is as large. */
  bytes: number;
  /** The folder of the pack. */
  target: string;
  /** The folder in which it will be unpacked. */
  unpackIn: string;
};

export async function requireRoom({ bytes, target, unpackIn }: RoomWish): Promise<void> {
  const [packs, data] = await Promise.all([stat(target), stat(unpackIn)]);
  const isOneDisk = packs.dev === data.dev;
  // A pack that lies on another disk is copied over.
  await requireOn(unpackIn, 2 * bytes, 'its archive, the same unpacked, and a tenth to spare');
  if (!isOneDisk) await requireOn(target, bytes, 'its archive and a tenth to spare');
}

async function requireOn(folder: string, bytes: number, parts: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [need, free] = [Math.ceil(bytes * 1.1), bavail * bsize];
  if (free >= need) return;
  const sentence = `This build needs ${megabytes(need)} on the disk with ${folder}: ${parts}. ${megabytes(free)} are free. Nothing was packed. Free some space and try again.`;
  throw new AppError('PACK_DISK_FULL', sentence, { metadata: { folder, need, free } });
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
