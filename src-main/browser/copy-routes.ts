// Takes what was dropped on the window: a browser gives a page bytes and no paths, so they come over HTTP into a copy of ours.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { TransferSource } from '../../src-shared/transfers/bridge.ts';
import type { Core } from '../core/core.ts';
import { stagingRequest, stagingRoom } from '../core/transfers/sources/staging.ts';

/** One request carries many small files, or a piece of a large one. */
const MOST_BYTES = 40 * 1024 * 1024;
const MAX_REQUEST_BYTES = 16_384;

export const COPIES = '/copies';

export type CopyOptions = { staging: Core['staging']; offerSource(path: string): TransferSource };

/**
 * POST /copies begins one, POST /copies/ID brings pieces, POST /copies/ID/room asks whether so much more fits, POST /copies/ID/done answers its
 * handle, DELETE /copies/ID drops it.
 */
export async function answerCopies(
  { staging, offerSource }: CopyOptions,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const [id, last] = pathname.slice(COPIES.length + 1).split('/');
  if (request.method === 'DELETE' && id !== undefined && id !== '' && last === undefined) {
    await staging.drop(id);
    send(response, {});
    return;
  }
  if (request.method !== 'POST') throw new AppError('API_METHOD_NOT_ALLOWED');
  send(response, await takePost({ staging, offerSource }, request, { id, last }));
}

type Target = { id: string | undefined; last: string | undefined };

async function takePost(
  { staging, offerSource }: CopyOptions,
  request: IncomingMessage,
  { id, last }: Target,
): Promise<object> {
  if (id === undefined || id === '') return { id: await staging.begin(await readRequest(request, stagingRequest)) };
  if (last === 'done') return offerSource(staging.finish(id));
  if (last === 'room') await staging.requireRoom(id, (await readRequest(request, stagingRoom)).bytes);
  else if (last === undefined) await staging.receive(id, bodyOf(request, MOST_BYTES));
  else throw new AppError('API_NOT_FOUND');
  return {};
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

async function readRequest<T>(request: IncomingMessage, schema: Schema<T>): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyOf(request, MAX_REQUEST_BYTES)) chunks.push(chunk);
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // not JSON: said below
  }
  throw new AppError('API_BAD_BODY', 'http.copy-body-invalid');
}

async function* bodyOf(request: IncomingMessage, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > most) throw new AppError('API_BODY_TOO_LARGE', 'drop.too-much-at-once');
    yield chunk;
  }
}

function send(response: ServerResponse, body: object): void {
  response.setHeader('cache-control', 'no-store');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
