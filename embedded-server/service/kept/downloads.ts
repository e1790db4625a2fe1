// Files of kept folders under an address that only who asked for it knows, for a while.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GivenAccess } from '../../platform/access/given-access.ts';
import { createOfferedDownloads, type OfferedDownloads } from '../../platform/http/offered-downloads.ts';
import { paddingOf, TAR_END } from '../../platform/tar/tar-format.ts';
import { tarHeader } from '../../platform/tar/tar-writer.ts';
import { openInside } from './open-inside.ts';
import { type Walked, walkKept, wentAway } from './walk-kept.ts';

/** `path`: below the root; a folder goes as a .tar.gz. */
export type Download = { root: string; path: string; isFolder: boolean; file_name: string };

export function createKeptDownloads(access: GivenAccess): OfferedDownloads<Download> {
  return createOfferedDownloads<Download>({ prefix: '/kept/', access, send });
}

async function send({ root, path, isFolder, file_name: name }: Download, response: ServerResponse): Promise<void> {
  const headers = {
    'content-type': isFolder ? 'application/gzip' : 'application/octet-stream',
    // What a server wrote must never be run by the browser that fetches it.
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  if (isFolder) {
    response.writeHead(200, headers);
    await pipeline(Readable.from(packKept(root, path)), createGzip({ level: 3 }), response);
    return;
  }
  const handle = await openInside(root, path);
  try {
    const { size } = await handle.stat();
    response.writeHead(200, { ...headers, 'content-length': size });
    if (size === 0) response.end();
    else await pipeline(handle.createReadStream({ autoClose: false, end: size - 1 }), response);
  } finally {
    await handle.close();
  }
}

const CHUNK_BYTES = 262_144;

/** Writes a kept folder as a tar, file by file, while a server may go on writing in it. */
async function* packKept(root: string, from: string): AsyncGenerator<Buffer> {
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
