// A store that speaks S3: s3rver, with presigned addresses of parts as such a store gives them out. Before it stands a thin front
// that notes what comes, can let addresses grow old, harm a part on its way and hide what tags say; every answer is the store's own.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Transform } from 'node:stream';
import S3rver from 's3rver';
import { until } from './until.ts';

const BUCKET = 'builds';
/** The one account that s3rver has. */
const ACCOUNT = 'S3RVER';
const HOUR_S = 3_600;

export type Put = { upload: string; part: number; status: number; bytes: number; headers: http.IncomingHttpHeaders };
export type S3Store = Awaited<ReturnType<typeof openS3Store>>;

/** `through` answers the address in front of the store that clients are given. */
export type S3StoreOptions = { directory: string; through?: ((store: string) => Promise<string>) | undefined };

export async function openS3Store({ directory, through = async (store) => store }: S3StoreOptions) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const origin = `http://127.0.0.1:${port}`;
  const state = { epoch: 0, harm: 0, tags: 'md5' as 'md5' | 'sealed', puts: [] as Put[] };
  const turns = createTurns();
  let onStored: (put: Put & { tag: string }) => Promise<void> = async () => undefined;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers } = request;
    const end = await turns.come();
    response.on('close', end);
    const upstream = http.request(origin + renewed(url, state.epoch), { method: 'PUT', headers, agent: false });
    const part = countBytes(state);
    // Who goes away in the middle leaves the store with half a body, as on any line.
    response.on('close', () => upstream.destroy());
    upstream.on('error', () => response.destroy());
    upstream.on('response', (reply) => {
      end();
      const { searchParams } = new URL(url, origin);
      const [upload, number] = [searchParams.get('uploadId') ?? '', Number(searchParams.get('partNumber'))];
      const put = { upload, part: number, status: reply.statusCode ?? 0, bytes: part.bytes(), headers };
      passOn(reply, response, state.tags, async (tag) => {
        state.puts.push(put);
        if (put.status === 200) await onStored({ ...put, tag });
      }).catch(() => response.destroy());
    });
    request.pipe(part.stream).pipe(upstream);
  };
  const front = await listen((request, response) => void take(request, response));
  const given = await through(front.url);
  return Object.assign(state, {
    close: async (): Promise<void> => {
      await front.close();
      await server.close();
    },
    begin: async (key: string): Promise<string> => {
      const answer = await fetch(origin + signed('POST', key, { uploads: '' }), { method: 'POST' });
      return /<UploadId>([^<]+)</.exec(await answer.text())?.[1] ?? '';
    },
    /** Where one part goes, good for an hour. */
    partAddress: (key: string, upload: string, part: number) =>
      `${given}${signed('PUT', key, { partNumber: String(part), uploadId: upload })}&epoch=${state.epoch}`,
    /** Puts the parts together. */
    finish: async (key: string, upload: string, tags: ReadonlyMap<number, string>, bytes: number): Promise<void> => {
      const end = await turns.finish();
      await untilWritten(directory, upload, bytes, tags.size);
      const parts = [...tags].toSorted(([a], [b]) => a - b);
      const items = parts.map(([n, tag]) => `<Part><PartNumber>${n}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
      const body = `<CompleteMultipartUpload>${items}</CompleteMultipartUpload>`;
      const type = 'application/xml';
      const address = origin + signed('POST', key, { uploadId: upload }, type);
      const answer = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body });
      const text = await answer.text();
      if (!answer.ok || text.includes('<Error>')) throw new Error(`The store did not put ${key} together: ${text}`);
      end();
    },
    read: async (key: string): Promise<Buffer> => {
      const answer = await fetch(origin + signed('GET', key, {}));
      return Buffer.from(await answer.arrayBuffer());
    },
    /** For what is larger than a buffer may be. */
    sha256: async (key: string): Promise<string> => {
      const { body } = await fetch(origin + signed('GET', key, {}));
      const hash = createHash('sha256');
      if (body !== null) for await (const chunk of body) hash.update(chunk);
      return hash.digest('hex');
    },
    whenStored: (listener: typeof onStored) => {
      onStored = listener;
    },
    /** All addresses that were given out are too old from now on. */
    expire: () => void (state.epoch += 1),
  });
}

/** Parts come side by side; while they are put together none comes, as s3rver would write into what it reads. */
function createTurns() {
  const coming = new Set<Promise<void>>();
  let finished = Promise.resolve();
  return {
    come: async () => {
      await finished;
      const own = Promise.withResolvers<void>();
      coming.add(own.promise);
      return () => {
        coming.delete(own.promise);
        own.resolve();
      };
    },
    finish: async () => {
      const own = Promise.withResolvers<void>();
      const before = finished;
      finished = own.promise;
      await before;
      await Promise.all(coming);
      return own.resolve;
    },
  };
}

/** A presigned path, as S3 has them since its second version of signatures. */
function signed(
  method: string,
  key: string,
  query: Record<string, string>,
  type = '',
  expires = now() + HOUR_S,
): string {
  const resources = Object.entries(query).map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  const resource = `/${BUCKET}/${key}${resources.length === 0 ? '' : `?${resources.toSorted().join('&')}`}`;
  const signature = createHmac('sha1', ACCOUNT)
    .update([method, '', type, expires, resource].join('\n'))
    .digest('base64');
  const rest = new URLSearchParams({ AWSAccessKeyId: ACCOUNT, Expires: String(expires), Signature: signature });
  return `${resource}${resources.length === 0 ? '?' : '&'}${rest.toString()}`;
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** An address of an earlier epoch as if its hour were over: signed as it was, with an end in the past. */
function renewed(url: string, epoch: number): string {
  const { pathname, searchParams } = new URL(url, 'http://store');
  if (Number(searchParams.get('epoch')) === epoch) return url;
  const query = { partNumber: searchParams.get('partNumber') ?? '', uploadId: searchParams.get('uploadId') ?? '' };
  return signed('PUT', pathname.slice(BUCKET.length + 2), query, '', now() - 1);
}

/** Counts what passes, and turns a bit of the first byte where a part is to be harmed. */
function countBytes(state: { harm: number }) {
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (bytes === 0 && state.harm > 0) {
        state.harm -= 1;
        chunk[0] = (chunk[0] ?? 0) ^ 1;
      }
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

/** The answer as it is; of a store that encrypts, the tag is not the MD5 of what was sent. */
async function passOn(
  reply: IncomingMessage,
  response: ServerResponse,
  tags: 'md5' | 'sealed',
  before: (tag: string) => Promise<void>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const { etag = '', ...headers } = reply.headers;
  await before(etag);
  const shown = tags === 'md5' ? etag : `"${createHash('md5').update(`${etag}key`).digest('hex')}"`;
  response.writeHead(reply.statusCode ?? 502, { ...headers, ...(etag === '' ? {} : { etag: shown }) });
  response.end(Buffer.concat(chunks));
}

/** s3rver answers for a part a moment before all of it is in its file. */
async function untilWritten(directory: string, upload: string, bytes: number, parts: number): Promise<void> {
  const sizeOf = async (n: number) => {
    const file = path.join(directory, BUCKET, '._S3rver_uploads', upload, String(n));
    return (await stat(file).catch(() => ({ size: 0 }))).size;
  };
  await until(async () => {
    const sizes = await Promise.all(Array.from({ length: parts }, (_, at) => sizeOf(at + 1)));
    return sizes.reduce((all, size) => all + size, 0) === bytes;
  });
}

export async function listen(answer: http.RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer({ requestTimeout: 0 }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
