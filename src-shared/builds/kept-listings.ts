// Keeps the last listings of builds: a build never changes, and to list a large one again takes its time.
import type { BuildFile } from '../service/builds.ts';

/** Of how many files in all the listings are kept. */
const KEPT_FILES = 200_000;

export type KeptListings = ReturnType<typeof createKeptListings>;

export function createKeptListings() {
  const kept = new Map<string, readonly BuildFile[]>();
  return {
    /** Of the same key, `list` is asked once, while its answer is kept. */
    of: async (key: string, list: () => Promise<readonly BuildFile[]>): Promise<readonly BuildFile[]> => {
      const files = kept.get(key) ?? (await list());
      kept.delete(key);
      kept.set(key, files);
      forgetOldest(kept);
      return files;
    },
  };
}

/** The newest stays, however large: it is read a page at a time. */
function forgetOldest(kept: Map<string, readonly BuildFile[]>): void {
  let count = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of kept) {
    if (count <= KEPT_FILES || kept.size === 1) return;
    kept.delete(oldest);
    count -= length;
  }
}
