// The chunk thread: reads stored builds as what was packed into them, and cuts that into chunks.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createChunker } from '../../../src-shared/builds/chunks/chunker.ts';
import { averageFor } from '../../../src-shared/builds/chunks/cutter.ts';
import type { BuildChunks } from '../../../src-shared/service/builds.ts';
import { compressionOf } from '../../files/archives/archive-format.ts';
import { createCounting, defaultArchiveLimits } from '../../files/archives/archive-limits.ts';
import { decodeFile, headOf } from '../../files/archives/decode-file.ts';
import { serveThread } from '../../platform/threads/serve-thread.ts';
import type { ChunkCalls } from './chunk-calls.ts';

/** What is packed is about so many times as large; only how long the list becomes depends on it. */
const UNPACKED = 3;

serveThread<ChunkCalls>({ chunks: ({ file }, signal) => cut(file, signal) });

async function cut(file: string, signal: AbortSignal): Promise<BuildChunks> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const isPacked = compressionOf(await headOf(handle)) !== undefined;
    const average = averageFor(isPacked ? UNPACKED * size : size);
    const chunks: BuildChunks['chunks'] = [];
    const chunker = createChunker(
      average,
      () => createHash('sha256'),
      (length, name) => chunks.push({ length, name }),
    );
    const counting = createCounting(defaultArchiveLimits, size, signal);
    const feed = await decodeFile(handle, size);
    try {
      for (let bytes = await feed.next(); bytes !== undefined; bytes = await feed.next()) {
        counting.add(bytes.length);
        chunker.take(bytes);
      }
    } finally {
      await feed.close();
    }
    chunker.end();
    return { average, chunks };
  } finally {
    await handle.close();
  }
}
