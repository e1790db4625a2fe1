// A remote that is not ours and keeps its files in a store that speaks S3: the eleven calls alone, presigned parts on another
// port. When all parts are in, the remote has the store put them together and publishes a version under the build's name.
//
//   const remote = await startS3Remote(service, { partBytes: 5 * MIB });     // in a test, which closes it
//   remote.store.expire();          // all addresses that were given out are too old from now on
//   remote.store.tags = 'sealed';   // tags that are no MD5, as of stores that encrypt
//   remote.store.harm = 1;          // the next part is stored with one bit turned
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, openS3Store, type S3Store, type S3StoreOptions } from './open-s3-store.ts';

type Build = {
  id: string;
  key: string;
  upload: string;
  name: string;
  game_id: string;
  length: number;
  tags: Map<number, string>;
};
/** How it calls the service that keeps its games. */
type Call = (
  method: string,
  path: string,
  options?: { body?: unknown; raw?: string; headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<{ status: number; body: unknown }>;
export type S3RemoteOptions = S3StoreOptions & { partBytes: number; knowsKeys?: boolean };

export type S3Remote = {
  readonly url: string;
  readonly store: S3Store;
  /** Whether the remote publishes what is whole. */
  publishes: boolean;
  readonly builds: Build[];
  /** The stored bytes of the last build. */
  stored(): Promise<Buffer>;
  /** The hash of them, however many there are. */
  storedSha256(): Promise<string>;
  close(): Promise<void>;
};

export async function openS3Remote(
  call: Call,
  { partBytes, knowsKeys, directory, through }: S3RemoteOptions,
): Promise<S3Remote> {
  const store = await openS3Store({ directory, through });
  const byKey = new Map<string, Build>();
  const builds: Build[] = [];
  const remote: S3Remote = {
    url: '',
    store,
    publishes: true,
    builds,
    stored: () => store.read(builds.at(-1)?.key ?? ''),
    storedSha256: () => store.sha256(builds.at(-1)?.key ?? ''),
    close: async () => {
      await listening.close();
      await store.close();
    },
  };
  const count = (build: Build) => Math.max(1, Math.ceil(build.length / partBytes));
  store.whenStored(async ({ upload, part, tag }) => {
    const build = builds.find((one) => one.upload === upload);
    if (build === undefined || build.tags.size === count(build)) return;
    build.tags.set(part, tag);
    if (build.tags.size < count(build)) return;
    await store.finish(build.key, upload, build.tags, build.length);
    if (remote.publishes) await publish(call, build);
  });

  const prepare = async (request: IncomingMessage, text: string) => {
    const idempotencyKey = request.headers['idempotency-key']?.toString() ?? '';
    const body = JSON.parse(text) as { name: string; image_file: { path: string; content_length: number } };
    const known = knowsKeys === true ? byKey.get(idempotencyKey) : undefined;
    const game_id = request.url?.split('/')[2] ?? '';
    const { content_length: length, path } = body.image_file;
    const build = known ?? (await begin(store, { name: body.name, game_id, length }));
    if (known === undefined) builds.push(build);
    byKey.set(idempotencyKey, build);
    const requests = Array.from({ length: count(build) }, (_, at) => ({
      url: store.partAddress(build.key, build.upload, at + 1),
      path,
      byte_offset: at * partBytes,
      content_length: Math.min(partBytes, length - at * partBytes),
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
    if (method === 'POST' && url.endsWith('/builds/prepare')) return answer(200, await prepare(request, text));
    const isOffered = /^\/cloud\/games\/[^/]+(\?|$)/.test(url) || url.endsWith('/version');
    if (!isOffered) return answer(404, { message: 'no such route' });
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const raw = text === '' ? {} : { raw: text, headers: { 'content-type': 'application/json' } };
    const { status, body } = await call(method, url, { ...raw, signal: gone.signal });
    return answer(status, body);
  };
  const listening = await listen((request, response) => void front(request, response).catch(() => response.destroy()));
  return Object.assign(remote, { url: listening.url });
}

async function begin(store: S3Store, request: Pick<Build, 'name' | 'game_id' | 'length'>): Promise<Build> {
  const id = randomUUID();
  const key = `${id}.tar`;
  return { id, key, upload: await store.begin(key), ...request, tags: new Map() };
}

async function publish(call: Call, { name, game_id }: Build): Promise<void> {
  await call('POST', `/cloud/games/${game_id}/versions`, { body: { display_name: name, config: {} } });
}
