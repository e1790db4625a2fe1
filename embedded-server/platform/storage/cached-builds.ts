// Builds that can be had again are kept within bounds: those that were used longest ago make room for others.
import { rm } from 'node:fs/promises';
import { freeBytes } from './free-bytes.ts';

export type CacheBounds = {
  /** No more than this is kept. */
  mostBytes: number;
  /** Left free for all else. */
  minFreeBytes: number;
  /** What was used within this time stays: who uses a file for longer says so more often, and who was just given its path opens it. */
  inUseMs: number;
};
export const usualBounds: CacheBounds = {
  mostBytes: 16 * 1024 ** 3,
  minFreeBytes: 1024 ** 3,
  inUseMs: 10 * 60_000,
};

export type CachedFile = { file: string; bytes: number; usedAt: number };

/** Makes room for so much in the folder as far as that can be had. `files`: all that are kept there. */
export async function makeRoomAmong(
  files: readonly CachedFile[],
  { folder, bytes, bounds = usualBounds }: { folder: string; bytes: number; bounds?: CacheBounds },
): Promise<void> {
  let kept = files.reduce((sum, one) => sum + one.bytes, 0);
  for (const one of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (isInUse(one, bounds)) return;
    if (kept + bytes <= bounds.mostBytes && (await roomIn(folder, bounds)) > bytes) return;
    await rm(one.file, { force: true });
    kept -= one.bytes;
  }
}

export function isInUse({ usedAt }: Pick<CachedFile, 'usedAt'>, { inUseMs }: CacheBounds): boolean {
  return usedAt > Date.now() - inUseMs;
}

/** How much may be written there now. */
export async function roomIn(folder: string, { minFreeBytes }: CacheBounds = usualBounds): Promise<number> {
  return Math.max(0, (await freeBytes(folder)) - minFreeBytes);
}
