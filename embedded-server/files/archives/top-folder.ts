// Finds the single folder that everything in an archive lies in, which is taken off when a build is unpacked.
import type { ArchiveEntry } from './archive-entry.ts';
import { climbsOf } from './safe-entry-path.ts';

export type TopFolder = {
  see(entry: ArchiveEntry): void;
  /** Undefined when there is none, or when a link in it needs the place above. */
  name(): string | undefined;
};

export function createTopFolder(): TopFolder {
  let top: string | undefined;
  let isSingle = true;
  return {
    see: ({ path, type, linkTarget }) => {
      const [first = '', ...below] = path.split('/');
      top ??= first;
      if (first !== top || (below.length === 0 && type !== 'folder')) isSingle = false;
      if (linkTarget !== undefined && climbsOf(linkTarget) >= below.length) isSingle = false;
    },
    name: () => (isSingle ? top : undefined),
  };
}
