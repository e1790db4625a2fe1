// A file that is sent as it is: an archive, or a single program. It is read once for its hash, and not copied.
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { archiveCompression, HEAD_BYTES } from './file-head.ts';
import { changed } from './open-entry.ts';
import type { Packed } from './pack-model.ts';
import { unreadable } from './unreadable.ts';

const READ_BYTES = 1_048_576;

export async function sendAsIs(file: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Packed> {
  const { head, sha256, bytes, mtimeMs } = await readThrough(file, signal, onBytes);
  const name = path.basename(file);
  const compression = archiveCompression(head);
  return {
    source: file,
    file,
    name,
    bytes,
    sha256,
    kind: compression === undefined ? 'file' : 'archive',
    compression: compression ?? 'none',
    stamp: [name, bytes, mtimeMs],
  };
}

/** Whether the bytes to send still are those that were packed. It reads all of them. */
export async function isWhole({ file, bytes, sha256 }: Packed, signal: AbortSignal): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.size !== bytes) return false;
  return (await readThrough(file, signal, () => {})).sha256 === sha256;
}

async function readThrough(file: string, signal: AbortSignal, onBytes: (bytes: number) => void) {
  const handle = await open(file, 'r').catch((thrown: unknown) => {
    throw unreadable(file, thrown);
  });
  try {
    const before = await handle.stat();
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let head = Buffer.alloc(0);
    let bytes = 0;
    for (let read = -1; read !== 0; bytes += read) {
      signal.throwIfAborted();
      read = (await handle.read(buffer, 0, READ_BYTES, bytes)).bytesRead;
      if (bytes === 0) head = Buffer.from(buffer.subarray(0, Math.min(read, HEAD_BYTES)));
      hash.update(buffer.subarray(0, read));
      onBytes(read);
    }
    const { size, mtimeMs } = await handle.stat();
    if (size !== bytes || mtimeMs !== before.mtimeMs) throw changed(path.basename(file));
    return { head, sha256: hash.digest('hex'), bytes, mtimeMs };
  } finally {
    await handle.close();
  }
}
