// Digests of parts of files, worked out in a thread of their own.
import { openThread } from '../../../../embedded-server/platform/threads/open-thread.ts';
import type { ChunkOrder, DigestCalls, DigestOrder } from './digest-messages.ts';
import type { Chunk } from './match-chunks.ts';

export type Digests = {
  of(order: DigestOrder, signal: AbortSignal): Promise<string>;
  chunks(order: ChunkOrder, signal: AbortSignal): Promise<Chunk[]>;
  close(): Promise<void>;
};

export function createDigests(script: URL, onLost: (thrown: unknown) => void = () => {}): Digests {
  const thread = openThread<DigestCalls>({ script, name: 'digest', onLost });
  return {
    of: (order, signal) => thread.call('digest', order, signal),
    chunks: (order, signal) => thread.call('chunks', order, signal),
    close: () => thread.close(),
  };
}
