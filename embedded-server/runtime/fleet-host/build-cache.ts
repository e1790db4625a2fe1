// The builds that hosts of a node have fetched, in a folder that all of them share: those that were used longest ago make room for others.
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { freeBytes } from '../../platform/storage/free-bytes.ts';

export type CacheBounds = {
  /** No more than this is kept. */
  mostBytes: number;
  /** Left free for all else. */
  minFreeBytes: number;
  /** Who uses a file says so more often. */
  inUseMs: number;
};
export const usualBounds: CacheBounds = {
  mostBytes: 16 * 1024 ** 3,
  minFreeBytes: 1024 ** 3,
  inUseMs: 10 * 60_000,
};

const USE_EVERY_MS = 60_000;
/** A build by its hash, or one that is on its way here. */
const NAME = /^[0-9a-f]{64}(?<draft>\.[0-9a-f-]{36})?$/;

/** Makes room for so much as far as that can be had, and clears away what hosts left that ended in the midst of fetching. */
export async function makeRoom(cache: string, bytes: number, bounds: CacheBounds = usualBounds): Promise<void> {
  const idle = (await filesIn(cache)).filter(({ usedAt }) => usedAt <= Date.now() - bounds.inUseMs);
  for (const { file } of idle.filter(({ isDraft }) => isDraft)) await rm(file, { force: true });
  let kept = (await filesIn(cache)).reduce((sum, one) => sum + one.bytes, 0);
  const isFine = async () => kept + bytes <= bounds.mostBytes && (await freeBytes(cache)) - bounds.minFreeBytes > bytes;
  for (const one of idle.filter(({ isDraft }) => !isDraft)) {
    if (await isFine()) return;
    await rm(one.file, { force: true });
    kept -= one.bytes;
  }
}

/** The longest unused first. */
async function filesIn(cache: string) {
  const found = await Promise.all(
    (await readdir(cache)).map(async (name) => {
      const match = NAME.exec(name);
      const file = path.join(cache, name);
      const stats = match === null ? undefined : await stat(file).catch(() => undefined); // another host was quicker
      if (stats === undefined) return [];
      return [{ file, isDraft: match?.groups?.['draft'] !== undefined, bytes: stats.size, usedAt: stats.mtimeMs }];
    }),
  );
  return found.flat().toSorted((a, b) => a.usedAt - b.usedAt);
}

/** Nobody removes it meanwhile. */
export async function whileInUse<T>(file: string, work: () => Promise<T>): Promise<T> {
  // It may not be there yet.
  const use = () => utimes(file, new Date(), new Date()).catch(() => undefined);
  await use();
  const timer = setInterval(() => void use(), USE_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
