// Files of kept folders under an address that only who asked for it knows, for a while.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GivenAccess } from '../../platform/access/given-access.ts';
import { createOfferedDownloads, type OfferedDownloads } from '../../platform/http/offered-downloads.ts';
import { openInside } from '../../runtime/kept/open-inside.ts';
import { packKept } from '../../runtime/kept/pack-kept.ts';
import { refuseClosed } from '../../runtime/kept/walk-kept.ts';

/** `root`: where it lies when it is fetched, as copies from a node replace each other. `path`: below that; a folder goes as a .tar.gz. */
export type Download = { root(): Promise<string>; path: string; isFolder: boolean; file_name: string };

export function createKeptDownloads(access: GivenAccess): OfferedDownloads<Download> {
  return createOfferedDownloads<Download>({ prefix: '/kept/', access, send });
}

async function send(
  { root: rootNow, path, isFolder, file_name: name }: Download,
  response: ServerResponse,
): Promise<void> {
  const root = await rootNow();
  const headers = {
    'content-type': isFolder ? 'application/gzip' : 'application/octet-stream',
    // What a server wrote must never be run by the browser that fetches it.
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  if (isFolder) {
    response.writeHead(200, headers);
    await pipeline(Readable.from(packKept(root, path, refuseClosed)), createGzip({ level: 3 }), response);
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
