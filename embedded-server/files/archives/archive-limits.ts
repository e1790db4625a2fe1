// How much an archive may hold, counted on the bytes that really come out of it and not on what it says of itself.
import { messageFor } from '../../../src-shared/text/message.ts';
import { entryRefusal, refusal } from './archive-entry.ts';

export type ArchiveLimits = {
  totalBytes: number;
  fileBytes: number;
  entries: number;
  /** Folders within folders. */
  depth: number;
  /** How many times larger than the archive its content may be, looked at from `ratioFromBytes` on. */
  ratio: number;
  ratioFromBytes: number;
};

const GIB = 1_073_741_824;

export const defaultArchiveLimits: ArchiveLimits = {
  totalBytes: 128 * GIB,
  fileBytes: 64 * GIB,
  entries: 500_000,
  depth: 64,
  ratio: 200,
  ratioFromBytes: 100_000_000,
};

/** Each call throws when its limit is passed, and `add` when nobody wants the content any more. */
export type Counting = {
  /** Bytes that came out of the archive. */
  add(bytes: number): void;
  addEntry(path: string): void;
  /** The size of one file, announced or counted. */
  checkFile(path: string, bytes: number): void;
};

export function createCounting(limits: ArchiveLimits, archiveBytes: number, signal?: AbortSignal): Counting {
  let total = 0;
  let entries = 0;
  return {
    add: (bytes) => {
      signal?.throwIfAborted();
      total += bytes;
      if (total > limits.totalBytes) {
        throw refusal(
          messageFor('archive.too-many-bytes', { limit: limits.totalBytes }),
          messageFor('archive.do-make-smaller'),
        );
      }
      if (total > limits.ratioFromBytes && total > limits.ratio * archiveBytes) {
        const what = messageFor('archive.grows-too-much', { ratio: limits.ratio, bytes: archiveBytes });
        throw refusal(what, messageFor('archive.do-pack-uncompressed'));
      }
    },
    addEntry: (path) => {
      entries += 1;
      if (entries > limits.entries) {
        throw refusal(
          messageFor('archive.too-many-entries', { limit: limits.entries }),
          messageFor('archive.do-pack-small-files'),
        );
      }
      const depth = path.split('/').length;
      if (depth > limits.depth) {
        throw entryRefusal(
          path,
          messageFor('archive.entry-too-deep', { depth, limit: limits.depth }),
          messageFor('archive.do-pack-less-deep'),
        );
      }
    },
    checkFile: (path, bytes) => {
      if (bytes > limits.fileBytes) {
        throw entryRefusal(
          path,
          messageFor('archive.entry-too-large', { limit: limits.fileBytes }),
          messageFor('archive.do-split-file'),
        );
      }
    },
  };
}
