// Serves logos and banners to anyone, under addresses that never change what they show.
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { UploadStore } from '../uploads/store.ts';
import type { PictureKind } from './service.ts';
import { sniffPicture } from './sniff.ts';
import { createWholeCheck } from './whole.ts';

const TARGET = /^\/media\/game-(logo|banner)\/([0-9a-f-]{36})$/;

/** Where a picture is shown, below the service's own address. */
export function pictureAddress(kind: PictureKind, uploadId: string): string {
  return `/media/game-${kind}/${uploadId}`;
}

export function createMediaRoute({ store, blobs }: { store: UploadStore; blobs: BlobStore }) {
  const checkWhole = createWholeCheck();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      throw new AppError('API_METHOD_NOT_ALLOWED', 'This address answers to GET and HEAD.');
    }
    const [, kind, uploadId = ''] = TARGET.exec(request.url ?? '') ?? [];
    const upload = store.one(uploadId);
    const sha256 = upload?.kind === kind && upload?.complete_ts !== null ? upload?.sha256 : undefined;
    if (upload === undefined || sha256 === undefined || sha256 === null) throw new AppError('API_NOT_FOUND');
    const etag = `"${sha256}"`;
    response.setHeader('etag', etag);
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('content-security-policy', "default-src 'none'; sandbox");
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    await checkWhole(blobs.path(sha256), sha256, upload.content_length);
    const { type } = await sniffPicture(blobs.path(sha256));
    response.writeHead(200, { 'content-type': type, 'content-length': upload.content_length });
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(blobs.path(sha256)), response);
  };
}
