// A file that holds nothing and is made smaller where the disk is full, so that the little that must not be lost can still be
// written: that a person stopped a server, say. It is made again with the next start that finds room.
/* oxlint-disable node/no-sync -- who needs the room writes in the same turn, before anybody else can take it */
import { randomBytes } from 'node:crypto';
import { statSync, truncateSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { freeBytes } from './free-bytes.ts';

const SPARE_BYTES = 1_048_576;
/** Much more than one change of the records takes. */
const PIECE_BYTES = 131_072;
/** A disk with less free than this is left alone. */
const LEAST_FREE_BYTES = 16 * SPARE_BYTES;

/** The bytes are random, as some disks keep equal ones for nothing. */
export async function reserveSpace(file: string, folder: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there?.size === SPARE_BYTES) return;
  if ((await freeBytes(folder)) < LEAST_FREE_BYTES) return;
  await writeFile(file, randomBytes(SPARE_BYTES), { mode: 0o600, flush: true });
}

/** Frees a piece of it; false when there is none left. */
export function releaseReservedSpace(file: string): boolean {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return false;
  truncateSync(file, Math.max(0, size - PIECE_BYTES));
  return true;
}
