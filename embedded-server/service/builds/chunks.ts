// Tells what complete builds hold as chunks. Worked out when somebody asks, in a thread, and kept for the few that were asked
// for last: a build never changes.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildChunks } from '../../../src-shared/service/builds.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import { openThread } from '../../platform/threads/open-thread.ts';
import type { GoneSignal } from '../../platform/watch/waiters.ts';
import type { ChunkCalls } from './chunk-calls.ts';
import { whileThere } from './examine.ts';
import type { WholeBuild } from './store.ts';

const MOST_KEPT = 4;

export type BuildChunker = {
  of(build: WholeBuild, gone: GoneSignal): Promise<BuildChunks>;
  close(): Promise<void>;
};

export function createBuildChunker({ script, blobs, log }: { script: URL; blobs: BlobStore; log: Log }): BuildChunker {
  const kept = new Map<string, BuildChunks>();
  const thread = openThread<ChunkCalls>({
    script,
    name: 'chunk',
    isShared: true,
    onLost: (thrown) => log('error', 'chunk thread lost', { error: String(thrown) }),
  });
  return {
    of: async ({ sha256, complete_ts: completeTs }, gone) => {
      if (sha256 === null || completeTs === null) {
        throw new AppError('UPLOAD_INCOMPLETE', 'build.not-complete');
      }
      const known = kept.get(sha256);
      if (known !== undefined) return known;
      const cut = async (signal: AbortSignal) =>
        thread.call('chunks', { file: await blobs.fetch(sha256, signal) }, signal);
      const chunks = await whileThere(gone, cut);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest);
      kept.set(sha256, chunks);
      return chunks;
    },
    close: thread.close,
  };
}
