// The manifest of a pack, and what became of the files between two of them.
import { type Difference, type ManifestEntry, manifest } from './pack-model.ts';
import { comparePaths } from './path-order.ts';

/** Of the later side: what is in it, and how to tell whether it is what it was. The hash is asked for last, as it costs most. */
export type Later = { path: string; size: number; mode: number; sha256: () => string | Promise<string> };

export function readManifest(text: string): ManifestEntry[] {
  return manifest.parse(JSON.parse(text));
}

/** The later side in the order of its paths. */
export async function compareWith(before: readonly ManifestEntry[], after: readonly Later[]): Promise<Difference> {
  const known = new Map(before.map((entry) => [entry.path, entry]));
  const difference: Difference = { added: [], changed: [], removed: [], same: 0 };
  for (const entry of after) {
    const old = known.get(entry.path);
    known.delete(entry.path);
    if (old === undefined) difference.added.push(entry.path);
    else if (await isSame(old, entry)) difference.same += 1;
    else difference.changed.push(entry.path);
  }
  difference.removed.push(...[...known.keys()].toSorted(comparePaths));
  return difference;
}

async function isSame(old: ManifestEntry, entry: Later): Promise<boolean> {
  return old.size === entry.size && old.mode === entry.mode && old.sha256 === (await entry.sha256());
}
