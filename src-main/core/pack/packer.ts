// Packs folders in a thread of its own, says beforehand what would be packed, and keeps the packs within bounds.
import { openThread } from '../../../embedded-server/platform/threads/open-thread.ts';
import { type Evicted, evictPacks } from './cache.ts';
import type { PackOrder } from './pack-folder.ts';
import type { PackCalls, PackProgress, SurveyOrder } from './pack-messages.ts';
import type { Difference, Packed } from './pack-model.ts';
import type { Survey } from './survey.ts';

export type Packer = {
  /** The dry run. `against` is the manifest file of an earlier pack. */
  survey(order: SurveyOrder, signal?: AbortSignal): Promise<Survey>;
  /** A folder is packed; an archive or a single file is hashed and taken as it is. */
  pack(
    order: PackOrder,
    on?: { signal?: AbortSignal; progress?: (bytes: number, total: number) => void },
  ): Promise<Packed>;
  /** Whether the bytes to send still are those that were packed: to be asked before a transfer goes on after a break. */
  isWhole(packed: Packed, signal?: AbortSignal): Promise<boolean>;
  /** What is no longer as it was packed, by size and time. */
  changedSince(packed: Packed, signal?: AbortSignal): Promise<Difference>;
  /** Removes the oldest packs of a cache that are not in use (by hash), until the rest is within the bound. */
  evict(cache: string, maxBytes: number, inUse: ReadonlySet<string>): Promise<Evicted>;
  close(): Promise<void>;
};

/** `onLost` is told about a thread that ended by itself; what it was asked is refused with the same. */
export function createPacker(script: URL, onLost: (thrown: unknown) => void = () => {}): Packer {
  const listeners = new Map<number, (bytes: number, total: number) => void>();
  let lastId = 0;
  const thread = openThread<PackCalls, PackProgress>({
    script,
    name: 'pack',
    isShared: true,
    onLost,
    onEvent: ({ id, bytes, total }) => listeners.get(id)?.(bytes, total),
  });
  return {
    survey: (order, signal) => thread.call('survey', order, signal),
    pack: async (order, { signal, progress } = {}) => {
      lastId += 1;
      const id = lastId;
      if (progress !== undefined) listeners.set(id, progress);
      try {
        return await thread.call('pack', { ...order, id }, signal);
      } catch (thrown) {
        // Whoever gives up may end the thread next: not before it has removed what it began.
        if (signal?.aborted === true) await thread.call('settle', undefined);
        throw thrown;
      } finally {
        listeners.delete(id);
      }
    },
    isWhole: (packed, signal) => thread.call('isWhole', packed, signal),
    changedSince: (packed, signal) => thread.call('changedSince', packed, signal),
    evict: evictPacks,
    close: () => thread.close(),
  };
}
