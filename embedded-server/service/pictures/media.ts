// Serves logos and banners to anyone, under addresses that never change what they show.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import type { UploadStore } from '../uploads/store.ts';
import type { PictureKind } from './service.ts';
import { sniffPicture } from './sniff.ts';

const TARGET = /^\/media\/game-(logo|banner)\/([0-9a-f-]{36})$/;

/** Where a picture is shown, below the service's own address. */
export function pictureAddress(kind: PictureKind, upload_id: string): string {
  return `/media/game-${kind}/${upload_id}`;
}

type Parts = { store: UploadStore; blobs: BlobStore };

export function createMediaRoute({ store, blobs }: Parts) {
  const checkWhole = createWholeCheck();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      throw new AppError('API_METHOD_NOT_ALLOWED', 'http.get-and-head');
    }
    const { sha256, length } = findPicture(store, request.url ?? '');
    const etag = `"${sha256}"`;
    for (const [name, value] of Object.entries(pictureHeaders)) response.setHeader(name, value);
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    await checkWhole(blobs.path(sha256), sha256, length);
    const { type } = await sniffPicture(blobs.path(sha256));
    response.writeHead(200, { 'content-type': type, 'content-length': length });
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(blobs.path(sha256)), response);
  };
}

/** A picture never changes under its address, and whatever is in it may do nothing in a page. */
const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

function findPicture(store: UploadStore, url: string): { sha256: string; length: number } {
  const [, kind, upload_id = ''] = TARGET.exec(url) ?? [];
  const upload = store.one(upload_id);
  const isShown = upload !== undefined && upload.kind === kind && upload.complete_ts !== null;
  if (!isShown || upload.sha256 === null) throw new AppError('API_NOT_FOUND');
  return { sha256: upload.sha256, length: upload.content_length };
}

/**
 * Keeps damaged pictures from being shown: the size is compared each time, the hash the first time in a run of the service
 * and again when the file was touched. Pictures are small, and callers keep them.
 */
function createWholeCheck() {
  const seen = new Map<string, number>();
  return async (file: string, sha256: string, length: number): Promise<void> => {
    const { size, mtimeMs } = await stat(file);
    if (size === length && seen.get(sha256) === mtimeMs) return;
    if (size !== length || (await hashOf(file)) !== sha256) {
      seen.delete(sha256);
      throw new AppError('ERROR', 'picture.damaged');
    }
    seen.set(sha256, mtimeMs);
  };
}
