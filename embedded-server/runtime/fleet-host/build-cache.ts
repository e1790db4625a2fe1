// The builds that hosts of a node have fetched, in a folder that all of them share.
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type CacheBounds, isInUse, makeRoomAmong, usualBounds } from '../../platform/storage/cached-builds.ts';

const USE_EVERY_MS = 60_000;
/** A build by its hash, or one that is on its way here. */
const NAME = /^[0-9a-f]{64}(?<draft>\.[0-9a-f-]{36})?$/;

/** Makes room for so much as far as that can be had, and clears away what hosts left that ended in the midst of fetching. */
export async function makeRoom(cache: string, bytes: number, bounds: CacheBounds = usualBounds): Promise<void> {
  const left = (await filesIn(cache)).filter((one) => one.isDraft && !isInUse(one, bounds));
  for (const { file } of left) await rm(file, { force: true });
  await makeRoomAmong(await filesIn(cache), { folder: cache, bytes, bounds });
}

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
  return found.flat();
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
