// The presigned addresses over plain node:http, past the JSON routes: PUT takes a part, HEAD says whether it is in.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { HELD_HEADER } from '../../../src-shared/service/uploads.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { FrontRoute } from '../../platform/front/front-connection.ts';
import type { LeastPace } from '../../platform/front/pace.ts';
import { writeJson } from '../../platform/front/write-json.ts';
import { contentDigest } from './part-headers.ts';
import type { Presigner } from './presign.ts';
import type { Receiver } from './receive.ts';
import { partOfRequest } from './request-part.ts';

/** Answers a request to a presigned address; what it throws becomes the error body. */
export type UploadRoute = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createUploadRoute(presigner: Presigner, receiver: Receiver, leastPace: LeastPace): UploadRoute {
  return async (request, response) => {
    if (request.method !== 'PUT' && request.method !== 'HEAD') {
      response.setHeader('allow', 'PUT, HEAD');
      throw new AppError('API_METHOD_NOT_ALLOWED', 'http.put-and-head');
    }
    const { upload_id, part, by } = presigner.verify(request.url ?? '');
    if (request.method === 'HEAD') {
      const digest = receiver.look(upload_id, part);
      if (digest === undefined) {
        response.setHeader(HELD_HEADER, receiver.held(upload_id, part));
        throw new AppError('UPLOAD_NOT_FOUND', 'upload.part-not-in');
      }
      answer(response, digest, '');
      return;
    }
    const begin = () => {
      if (request.headers.expect !== undefined) response.writeContinue();
    };
    const incoming = partOfRequest(request, leastPace, begin);
    const { digest, refusal } = await receiver.receive({ upload_id, part, by }, incoming);
    answer(response, digest, JSON.stringify(bodyOf(refusal)));
  };
}

/** The same, where a plain PUT comes past node:http. */
export function createUploadFront(presigner: Presigner, receiver: Receiver): FrontRoute {
  return {
    find: ({ method, target }) => {
      if (method !== 'PUT' || !target.startsWith('/uploads/')) return undefined;
      return async ({ takePart }) => {
        const { digest, refusal } = await receiver.receive(presigner.verify(target), takePart());
        return { status: 200, headers: digestHeaders(digest), body: writeJson(bodyOf(refusal)) };
      };
    },
  };
}

function answer(response: ServerResponse, digest: Buffer, body: string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(200, { ...headers, ...digestHeaders(digest) });
  response.end(body);
}

/**
 * A part whose bytes are right is in, also where the whole is refused for them: who sees another status sends the same bytes again.
 * Why it is refused stands in the words that the build itself has.
 */
function bodyOf(refusal: Message | undefined) {
  return refusal === undefined ? {} : { state: 'refused', problem: refusal.text };
}

function digestHeaders(digest: Buffer) {
  return { 'content-digest': contentDigest(digest), etag: `"${digest.toString('hex')}"` };
}
