// A remote that is not ours and keeps its files in an S3-like store: the eleven calls alone, presigned parts on another port,
// strict as such stores are. Errors are XML, lengths must be exact, a header that was not signed breaks the signature, addresses
// run out, tags are the MD5 of the part. When all parts are in, the remote publishes a version under the build's name.
//
//   const remote = await startS3Remote(service, { partBytes: 5 * MIB });
//   remote.expire();          // all addresses that were given out are too old from now on
//   remote.tags = 'sealed';   // tags that are no MD5, as of stores that encrypt
//   remote.harm = 1;          // the next part is stored with one bit turned
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestService } from './service.ts';

type Build = { id: string; name: string; gameId: string; length: number; parts: Map<number, Buffer> };
type Options = { partBytes: number; knowsKeys?: boolean };

export type S3Remote = {
  readonly url: string;
  tags: 'md5' | 'sealed';
  harm: number;
  /** Whether the remote publishes what is whole. */
  publishes: boolean;
  readonly builds: Build[];
  /** Each PUT that came, with the status it got. */
  readonly puts: { part: number; status: number; bytes: number }[];
  expire(): void;
  /** The stored bytes of the last build, in order. */
  stored(): Buffer;
};

const signed = new Set(['host', 'connection', 'content-length', 'user-agent']);

export async function startS3Remote(service: TestService, { partBytes, knowsKeys }: Options): Promise<S3Remote> {
  let epoch = 0;
  const byKey = new Map<string, Build>();
  const builds: Build[] = [];
  const remote: S3Remote = {
    url: '',
    ...{ tags: 'md5', harm: 0, publishes: true, builds, puts: [] },
    expire: () => void (epoch += 1),
    stored: () =>
      Buffer.concat([...(builds.at(-1)?.parts ?? [])].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes)),
  };
  const count = (build: Build) => Math.max(1, Math.ceil(build.length / partBytes));

  const put = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const build = builds.find(({ id }) => pathname === `/builds/${id}`);
    const part = Number(searchParams.get('partNumber'));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const answer = (status: number, code: string, message: string) => {
      remote.puts.push({ part, status, bytes: bytes.length });
      response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': randomUUID() });
      response.end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
      );
    };
    const length = build === undefined ? 0 : Math.min(partBytes, build.length - (part - 1) * partBytes);
    const given = {
      headers: request.headers,
      isOld: Number(searchParams.get('epoch')) !== epoch,
      bytes: bytes.length,
      length,
    };
    if (build === undefined) return answer(404, 'NoSuchUpload', 'The specified upload does not exist.');
    const refusal = refusalOf(given);
    if (refusal !== undefined) return answer(...refusal);
    const etag = keep(remote, build, part, bytes);
    if (build.parts.size === count(build) && remote.publishes) await publish(service, build);
    response.writeHead(200, { etag, 'content-length': 0 });
    response.end();
  };
  const store = await listen((request, response) => {
    put(request, response).catch((thrown: unknown) => {
      // A client that was killed leaves its request in the middle: nothing of that is stored.
      if (request.complete) throw thrown;
    });
  });

  const prepare = (request: IncomingMessage, text: string) => {
    const key = request.headers['idempotency-key']?.toString() ?? '';
    const body = JSON.parse(text) as { name: string; image_file: { path: string; content_length: number } };
    const known = knowsKeys === true ? byKey.get(key) : undefined;
    const gameId = request.url?.split('/')[2] ?? '';
    const { content_length: length, path } = body.image_file;
    const build = known ?? { id: randomUUID(), name: body.name, gameId, length, parts: new Map() };
    if (known === undefined) builds.push(build);
    byKey.set(key, build);
    const requests = Array.from({ length: count(build) }, (_, index) => ({
      url: `${store}/builds/${build.id}?partNumber=${index + 1}&epoch=${epoch}&X-Amz-Signature=0`,
      path,
      byte_offset: index * partBytes,
      content_length: Math.min(partBytes, length - index * partBytes),
    }));
    // In no order that one could count on.
    return { build: build.id, image_presigned_requests: requests.toReversed() };
  };
  const front = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const { method = '', url = '' } = request;
    if (method === 'POST' && url.endsWith('/builds/prepare')) return answer(200, prepare(request, text));
    const isOffered = /^\/cloud\/games\/[^/]+(\?|$)/.test(url) || url.endsWith('/version');
    if (!isOffered) return answer(404, { message: 'no such route' });
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const raw = text === '' ? {} : { raw: text, headers: { 'content-type': 'application/json' } };
    const { status, body } = await service.call(method, url, { ...raw, signal: gone.signal });
    return answer(status, body);
  };
  const url = await listen((request, response) => void front(request, response).catch(() => response.destroy()));
  return Object.assign(remote, { url });
}

type Given = { headers: http.IncomingHttpHeaders; isOld: boolean; bytes: number; length: number };

function refusalOf({ headers, isOld, bytes, length }: Given): [number, string, string] | undefined {
  const odd = Object.keys(headers).find((name) => !signed.has(name));
  if (odd !== undefined) return [403, 'SignatureDoesNotMatch', `The header ${odd} was not signed.`];
  if (isOld) return [403, 'AccessDenied', 'Request has expired'];
  return bytes === length ? undefined : [400, 'EntityTooSmall', `Expected ${length} bytes.`];
}

/** Answers the tag of what is stored. */
function keep(remote: S3Remote, build: Build, part: number, bytes: Buffer): string {
  if (remote.harm > 0) {
    remote.harm -= 1;
    bytes[0] = (bytes[0] ?? 0) ^ 1;
  }
  build.parts.set(part, bytes);
  remote.puts.push({ part, status: 200, bytes: bytes.length });
  const tagged = remote.tags === 'md5' ? bytes : Buffer.concat([bytes, Buffer.from('key')]);
  return `"${createHash('md5').update(tagged).digest('hex')}"`;
}

async function publish(service: TestService, { name, gameId }: Build): Promise<void> {
  await service.call('POST', `/cloud/games/${gameId}/versions`, { body: { display_name: name, config: {} } });
}

async function listen(front: http.RequestListener): Promise<string> {
  const server = http.createServer(front);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
