// A remote that has the eleven calls of the interface and nothing else: a thin front of the real service that says "nothing
// here" to every other call, and takes out of answers what the interface does not have. It stands for a deployment that is
// not ours. `request` with a key, health and its document are not there either.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from './certificate.ts';

const ID = '[0-9a-zA-Z-]{1,64}';
const uploads = /^\/uploads\//;

/** Method, path, and the fields of the answer that the interface names, where ours has more. */
const eleven: readonly [string, RegExp][] = [
  ['GET', new RegExp(`^/cloud/games/${ID}$`)],
  ['GET', new RegExp(`^/games/${ID}/environments/${ID}/servers/${ID}$`)],
  ['GET', new RegExp(`^/cloud/games/${ID}/namespaces/${ID}/version-history$`)],
  ['POST', new RegExp(`^/cloud/games/${ID}/namespaces/validate$`)],
  ['POST', new RegExp(`^/cloud/games/${ID}/namespaces/${ID}/mm-config$`)],
  ['PUT', new RegExp(`^/cloud/games/${ID}/namespaces/${ID}/version$`)],
  ['GET', new RegExp(`^/cloud/groups/${ID}/billing$`)],
  ['POST', /^\/cloud\/devices\/links\/complete$/],
  ['POST', /^\/cloud\/games$/],
  ['POST', new RegExp(`^/games/${ID}/environments/${ID}/builds/prepare$`)],
  ['POST', new RegExp(`^/cloud/games/${ID}/logo-upload/prepare$`)],
];

/** What a dynamic server has in the interface; ours may say more. */
const serverFields = new Set([
  'id',
  'environment',
  'datacenter',
  'created_at',
  'started_at',
  'destroyed_at',
  'tags',
  'lifecycle',
  'network',
  'resources',
  'runtime',
]);

export type ElevenRemote = {
  readonly url: string;
  readonly port: number;
  readonly refused: string[];
  close(): Promise<void>;
};
/** `clockOffMs`: how far its clock is ahead of ours. `hides`: the versions, by name, that it does not show so far. */
export type ElevenOptions = { tls?: TestCertificate; clockOffMs?: number; hides?: (version: string) => boolean };

/** `target` is where the real service listens. Addresses for uploads go to it unchanged. */
export async function openElevenRemote(
  target: string,
  { tls, clockOffMs = 0, hides = () => false }: ElevenOptions = {},
): Promise<ElevenRemote> {
  const refused: string[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const front: http.RequestListener = (request, response) => {
    response.setHeader('date', new Date(Date.now() + clockOffMs).toUTCString());
    const { pathname } = new URL(request.url ?? '/', target);
    const isOffered = eleven.some(([method, path]) => method === request.method && path.test(pathname));
    if (!isOffered && !uploads.test(pathname)) {
      refused.push(`${request.method} ${pathname}`);
      request.resume();
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'API_NOT_FOUND', message: 'There is nothing here.' }));
      return;
    }
    const { 'idempotency-key': _key, ...headers } = request.headers;
    const { host } = new URL(target);
    const upstream = http.request(target + (request.url ?? ''), {
      agent,
      method: request.method,
      headers: { ...headers, host },
    });
    response.on('close', () => upstream.destroy());
    upstream.on('error', () => response.destroy());
    upstream.on('response', (reply) => {
      delete reply.headers.date;
      passOn(reply, response, hides).catch(() => response.destroy());
    });
    request.pipe(upstream);
  };
  const options = { requestTimeout: 0 }; // a large part takes a slow line longer than Node's five minutes
  const server =
    tls === undefined
      ? http.createServer(options, front)
      : https.createServer({ ...options, cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) }, front);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    agent.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, port, refused, close };
}

async function passOn(
  reply: IncomingMessage,
  response: ServerResponse,
  hides: (version: string) => boolean,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const body = strippedText(Buffer.concat(chunks), hides);
  const { 'content-length': _length, 'transfer-encoding': _chunked, 'rvt-ray-id': _ray, ...headers } = reply.headers;
  response.writeHead(reply.statusCode ?? 502, { ...headers, 'content-length': body.length });
  response.end(body);
}

function strippedText(body: Buffer, hides: (version: string) => boolean): Buffer {
  try {
    return Buffer.from(JSON.stringify(withoutHidden(stripped(JSON.parse(body.toString())), hides)));
  } catch {
    return body; // no JSON: an upload's answer, say
  }
}

/** Also the ray id of an error, which only ours has. */
function stripped(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { ray_id: _ray, ...rest } = withoutOurs(answer as Record<string, unknown>);
  if (typeof rest['server'] !== 'object' || rest['server'] === null) return rest;
  const fields = Object.entries(rest['server']).filter(([name]) => serverFields.has(name));
  return { ...rest, server: Object.fromEntries(fields) };
}

/** What a game and a history have beyond the interface. */
const ours = new Set(['last_good', 'order', 'crashes', 'universal_region', 'settings', 'by', 'from', 'outcome']);

function withoutOurs(answer: Record<string, unknown>): Record<string, unknown> {
  const plain = (rows: unknown) =>
    Array.isArray(rows)
      ? rows.map((row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !ours.has(name))))
      : rows;
  const lists = ['namespaces', 'versions', 'available_regions'];
  const listed = (holder: object) =>
    Object.fromEntries(
      Object.entries(holder).map(([name, value]) => [name, lists.includes(name) ? plain(value) : value]),
    );
  const { game, ...rest } = listed(answer);
  return typeof game === 'object' && game !== null ? { ...rest, game: listed(game) } : listed(answer);
}

function withoutHidden(answer: unknown, hides: (version: string) => boolean): unknown {
  const { game } = (answer ?? {}) as { game?: { versions?: { display_name: string }[] } };
  if (game?.versions === undefined) return answer;
  const versions = game.versions.filter(({ display_name: name }) => !hides(name));
  return { ...(answer as object), game: { ...game, versions } };
}
