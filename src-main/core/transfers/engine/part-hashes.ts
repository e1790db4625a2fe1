// Hashes of parts of files, worked out in a thread of their own.
import { openThread } from '../../../../embedded-server/platform/threads/open-thread.ts';
import type { Chunk } from './match-chunks.ts';
import type { ChunkOrder, PartHashCalls, PartHashOrder } from './part-hash-messages.ts';

export type PartHashes = {
  of(order: PartHashOrder, signal: AbortSignal): Promise<string>;
  chunks(order: ChunkOrder, signal: AbortSignal): Promise<Chunk[]>;
  close(): Promise<void>;
};

export function createPartHashes(script: URL, onLost: (thrown: unknown) => void = () => {}): PartHashes {
  const thread = openThread<PartHashCalls>({ script, name: 'part-hash', isShared: true, onLost });
  return {
    of: (order, signal) => thread.call('hash', order, signal),
    chunks: (order, signal) => thread.call('chunks', order, signal),
    close: () => thread.close(),
  };
}
