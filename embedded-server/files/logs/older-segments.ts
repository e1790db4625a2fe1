// The full segments of a log: what they take, and which of them have to go.
import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '../../platform/storage/if-there.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { segmentFiles, segmentsAmong } from './segment-format.ts';

export type OlderSegments = {
  /** Looks at what is there; answers the first line of the newest segment, which is not one of the older. */
  find(): Promise<number>;
  add(first: number, bytes: number): void;
  /** Drops the oldest until the rest takes no more than this. */
  dropOver(bytes: number): Promise<void>;
};

export function createOlderSegments(folder: string): OlderSegments {
  const sizes = new Map<number, number>();
  return {
    find: async () => {
      await makeFolder(folder);
      const names = await readdir(folder);
      await removeStrays(folder, names);
      const firsts = segmentsAmong(names);
      const newest = firsts.pop() ?? 1;
      sizes.clear();
      for (const first of firsts) sizes.set(first, await filesBytes(folder, first));
      return newest;
    },
    add: (first, bytes) => void sizes.set(first, bytes),
    dropOver: async (bytes) => {
      let total = sum(sizes.values());
      for (const [first, taken] of sizes) {
        if (total <= bytes) return;
        await removeSegment(folder, first);
        sizes.delete(first);
        total -= taken;
      }
    },
  };
}

async function filesBytes(folder: string, first: number): Promise<number> {
  const { text, index } = segmentFiles(folder, first);
  const sizes = await Promise.all([ifThere(stat(text)), ifThere(stat(index))]);
  return sum(sizes.map((each) => each?.size ?? 0));
}

/** The text first: readers look for texts. */
async function removeSegment(folder: string, first: number): Promise<void> {
  const { text, index } = segmentFiles(folder, first);
  await ifThere(unlink(text));
  await ifThere(unlink(index));
}

/** Indexes whose text is gone, as a crash leaves them in the middle of dropping a segment. */
async function removeStrays(folder: string, names: readonly string[]): Promise<void> {
  const strays = names.filter((name) => name.endsWith('.idx') && !names.includes(name.replace(/idx$/, 'log')));
  for (const name of strays) await ifThere(unlink(path.join(folder, name)));
}

function sum(figures: Iterable<number>): number {
  let all = 0;
  for (const figure of figures) all += figure;
  return all;
}
