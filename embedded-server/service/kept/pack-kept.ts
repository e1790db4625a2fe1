// Writes a kept folder as a tar, file by file, while a server may go on writing in it.
import { paddingOf, TAR_END } from '../../platform/tar/tar-format.ts';
import { tarHeader } from '../../platform/tar/tar-writer.ts';
import { openInside } from './open-inside.ts';
import { type Walked, walkKept, wentAway } from './walk-kept.ts';

const CHUNK_BYTES = 262_144;

export async function* packKept(root: string, from: string): AsyncGenerator<Buffer> {
  for await (const walked of walkKept(root, from)) {
    const { path, stats, target } = walked;
    if (stats.isDirectory()) yield tarHeader({ kind: 'folder', path });
    else if (target !== undefined) yield tarHeader({ kind: 'link', path, target });
    else if (stats.isFile()) yield* fileOf(root, walked);
  }
  yield TAR_END;
}

/** As long as it was when it was opened: what is cut off by then is filled with zeros, what was added is left out. */
async function* fileOf(root: string, { path }: Walked): AsyncGenerator<Buffer> {
  const handle = await openInside(root, path).catch((thrown: unknown) => {
    if (!wentAway(thrown)) throw thrown;
  });
  if (handle === undefined) return;
  try {
    const { size, mode } = await handle.stat();
    yield tarHeader({ kind: 'file', path, size, isProgram: (mode & 0o100) !== 0 });
    for (let at = 0; at < size; ) {
      const length = Math.min(CHUNK_BYTES, size - at);
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      yield bytesRead === 0 ? Buffer.alloc(length) : buffer.subarray(0, bytesRead);
      at += bytesRead === 0 ? length : bytesRead;
    }
    yield Buffer.alloc(paddingOf(size));
  } finally {
    await handle.close();
  }
}
