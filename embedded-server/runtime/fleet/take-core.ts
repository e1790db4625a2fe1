// Writes the core dump of a server on a node, which its host sends, into the folder where servers of this machine leave theirs.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { freeBytes } from '../../platform/storage/free-bytes.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { MOST_CORE_BYTES } from './host-protocol.ts';

/** Left free for all else. */
const MIN_FREE_BYTES = 1024 ** 3;

export async function takeCore(paths: DataPaths, server_id: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const folder = paths.inside('servers', server_id);
  const draft = path.join(folder, 'receiving');
  const most = Math.min(MOST_CORE_BYTES, (await freeBytes(paths.root)) - MIN_FREE_BYTES);
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    let sum = 0;
    for await (const chunk of chunks) {
      sum += chunk.length;
      if (sum > most) throw new AppError('STORAGE_FULL');
      yield chunk;
    }
  };
  await makeFolder(folder);
  try {
    await pipeline(bytes, bounded, createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, path.join(folder, 'core'));
  } finally {
    await rm(draft, { force: true });
  }
}
