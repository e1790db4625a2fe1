// What a service under a mixed load is asked for, each kind again and again in a turn of its own: parts and whole builds, downloads,
// calls, watches, switches, servers with players, and requests that break off. All of it can be halted, so that memory is read at rest.
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import type { PresignedRequest } from '../../src-shared/service/uploads.ts';
import { isAnswered } from './player.ts';

export type Served = {
  url: string;
  token: string;
  client: ServiceClient;
  game_id: string;
  /** Where versions are switched. */
  prod: string;
  /** Where servers are made by hand. */
  staging: string;
};

/** One kind of work. `halt` ends what only waits. */
type Turn = (halt: AbortSignal) => Promise<void>;
export type MixedLoad = {
  /** Answers once nothing is under way. */
  halt(): Promise<void>;
  go(): void;
  counts(): Readonly<Record<string, number>>;
};

const PART_SIZE = 5 * 1024 * 1024;
/** Between two of the same kind, so that the machine is busy and not full. */
const PAUSE_MS = 150;

/** A server that has not come or gone by then never will. */
const LONGEST_WAIT_MS = 60_000;

/** `archive` is a tar whose middle may be any bytes. */
export async function startMixedLoad(served: Served, archive: string): Promise<MixedLoad> {
  const bytes = await readFile(archive);
  const [one, two] = [await deploy(served, bytes, served.prod), await deploy(served, bytes, served.prod)];
  const policy = { server_count: 1, on_version_switch: 'stop', drain_limit: 0, restart: 'never' } as const;
  const namespace = { game_id: served.game_id, namespace_id: served.prod };
  await served.client.setHosting({ params: namespace, body: policy });
  await served.client.updateNamespaceVersion({ params: namespace, body: { version_id: one.version } });
  return runTurns({
    uploads: async () => await upload(served, bytes),
    'broken uploads': async () => await breakUpload(served, bytes),
    downloads: async () => await download(served),
    calls: async () => await callAround(served),
    'refused calls': async () => await callWrongly(served),
    watches: async (halt) => await watch(served, halt),
    'broken calls': async () => await breakCall(served),
    switches: switcher(served, [two.version, one.version]),
    servers: async () => await startAndStop(served, one.build),
  });
}

function runTurns(turns: Readonly<Record<string, Turn>>): MixedLoad {
  const counts: Record<string, number> = {};
  let halt = new AbortController();
  let running: Promise<void>[] = [];
  const repeat = async (name: string, turn: Turn, { signal }: AbortController) => {
    while (!signal.aborted) {
      await turn(signal);
      counts[name] = (counts[name] ?? 0) + 1;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  };
  return {
    go: () => {
      halt = new AbortController();
      const chosen = process.env['MIXED_LOAD_KINDS']?.split(',');
      const kinds = Object.entries(turns).filter(([name]) => chosen?.includes(name) ?? true);
      running = kinds.map(([name, turn]) => repeat(name, turn, halt));
      // What fails is thrown by whoever halts it.
      for (const each of running) each.catch(() => {});
    },
    halt: async () => {
      halt.abort();
      await Promise.all(running);
    },
    counts: () => counts,
  };
}

function placeOf({ game_id }: Served, environment_id: string) {
  return { game_id, environment_id };
}

async function prepare({ client, game_id }: Served, length: number, environment_id: string) {
  const name = `mixed ${Math.random().toString(36).slice(2, 10)}`;
  const image_file = { path: 'server.tar', content_length: length };
  const body = {
    name,
    image_tag: name.replace(' ', '-'),
    image_file,
    kind: 'archive',
    multipart_upload: true,
  } as const;
  const params = { game_id, environment_id };
  const answer = await client.prepareBuild({ params, body: { ...body, part_size: PART_SIZE } });
  return { build: answer.build, parts: answer.image_presigned_requests ?? [] };
}

async function deploy(served: Served, bytes: Buffer, environment_id: string) {
  const own = anew(bytes);
  const { build, parts } = await prepare(served, own.length, environment_id);
  await Promise.all(parts.map((part) => put(part, own)));
  const params = { ...placeOf(served, environment_id), build_id: build };
  for (;;) {
    const { build: whole } = await served.client.getBuild({ params });
    if (whole.state === 'complete') return { build, version: whole.version_id ?? '' };
    await sleep(20);
  }
}

/** The same archive with other bytes in the file in its middle. */
function anew(bytes: Buffer): Buffer {
  const own = Buffer.from(bytes);
  randomFillSync(own, Math.floor(own.length / 2), 65_536);
  return own;
}

async function upload(served: Served, bytes: Buffer): Promise<void> {
  const { build } = await deploy(served, bytes, served.staging);
  await served.client.deleteBuild({ params: { ...placeOf(served, served.staging), build_id: build } });
}

/** Two parts whole, one torn in its middle, and the build given up. */
async function breakUpload(served: Served, bytes: Buffer): Promise<void> {
  const { build, parts } = await prepare(served, bytes.length, served.staging);
  const [first, second, torn] = parts;
  await Promise.all([first, second].map(async (part) => part && (await put(part, bytes))));
  if (torn !== undefined) {
    const { pathname, search } = new URL(torn.url);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${torn.content_length}\r\n\r\n`;
    const half = bytes.subarray(torn.byte_offset, torn.byte_offset + torn.content_length / 2);
    await sendAndTear(served.url, Buffer.concat([Buffer.from(head), half]));
  }
  await served.client.deleteBuild({ params: { ...placeOf(served, served.staging), build_id: build } });
}

async function sendAndTear(url: string, bytes: Buffer): Promise<void> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // the other side may be first
  await once(socket, 'connect');
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
  socket.destroy();
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

async function put({ url, byte_offset, content_length }: PresignedRequest, whole: Buffer): Promise<void> {
  await exchange(url, 'PUT', whole.subarray(byte_offset, byte_offset + content_length));
}

async function exchange(url: string, method: string, body?: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'content-length': `${body.length}` };
  const sent = request(url, { method, agent, headers: length });
  sent
    .once('error', (thrown) => reject(new Error(`${method} ${url} after ${sent.reusedSocket}`, { cause: thrown })))
    .once('response', resolve)
    .end(body);
  const response = await promise;
  const all = await buffer(response);
  if (response.statusCode === 200) return;
  throw new Error(`${method} ${url} answered ${response.statusCode}: ${all.toString()}`);
}

/** What the servers of the switched namespace keep. */
async function download(served: Served): Promise<void> {
  const params = { game_id: served.game_id, namespace_id: served.prod };
  const { sets } = await served.client.listKept({ params });
  for (const { slot } of sets) {
    const { url } = await served.client.downloadKept({ params: { ...params, slot: String(slot) }, body: {} });
    await exchange(url, 'GET');
  }
}

async function callAround({ client, ...served }: Served): Promise<void> {
  const params = { game_id: served.game_id };
  for (let round = 0; round < 20; round += 1) {
    await client.listGames({ query: {} });
    await client.getGame({ params, query: {} });
    await client.listVersionHistory({ params: { ...params, namespace_id: served.prod }, query: {} });
    await client.listBuilds({ params: { ...params, environment_id: served.staging }, query: {} });
    await client.listServers({ params: { ...params, environment_id: served.prod }, query: {} });
  }
}

async function callWrongly({ url, token }: Served): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const wrong: readonly [string, RequestInit][] = [
    ['/cloud/games', {}],
    ['/cloud/games', { headers: { authorization: 'Bearer nobody' } }],
    ['/cloud/nowhere', { headers }],
    ['/cloud/games', { method: 'POST', headers, body: '{"display_name":' }],
    ['/cloud/games', { method: 'POST', headers, body: JSON.stringify({ display_name: 'x'.repeat(100_000) }) }],
    ['/uploads/nothing/1?signature=none', { method: 'PUT', body: 'bytes' }],
  ];
  for (const [path, init] of wrong) {
    const answer = await fetch(url + path, init);
    await answer.arrayBuffer();
    if (answer.ok) throw new Error(`${path} was not refused`);
  }
}

/** Ten at once wait for the same change; those that are still there after a while break off. */
async function watch({ client, game_id, prod }: Served, halt: AbortSignal): Promise<void> {
  const params = { game_id, environment_id: prod };
  const { watch: now } = await client.listServers({ params, query: {} });
  const signal = AbortSignal.any([halt, AbortSignal.timeout(2_000)]);
  const query = { watch_index: now.index };
  await Promise.allSettled(
    Array.from({ length: 10 }, async () => await client.listServers({ params, query }, { signal })),
  );
}

/** Who asks and goes at once, and who sends half a head or half a body and goes. */
async function breakCall({ url, token }: Served): Promise<void> {
  const ask = `GET /cloud/games HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const send = `POST /cloud/games HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const bodied = `${send}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"display_name": "`;
  for (const text of [`${ask}\r\n`, ask, bodied + 'x'.repeat(100_000)]) await sendAndTear(url, Buffer.from(text));
}

function switcher({ client, game_id, prod }: Served, versions: readonly string[]): Turn {
  let round = 0;
  return async () => {
    const version = versions[round % versions.length] ?? '';
    round += 1;
    await client.updateNamespaceVersion({ params: { game_id, namespace_id: prod }, body: { version_id: version } });
    const place = { game_id, environment_id: prod };
    await untilServers(client, place, (all) => all.length === 1 && runs(all[0]) && all[0]?.version === version);
  };
}

const runs = (server: Server | undefined) => server?.state === 'running';

async function startAndStop({ client, ...served }: Served, build: string): Promise<void> {
  const place = { game_id: served.game_id, environment_id: served.staging };
  const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} } };
  const { id } = (await client.createServer({ params: place, body })).server;
  const servers = await untilServers(client, place, (all) => all.some((one) => one.id === id && runs(one)));
  const ports = servers.find((one) => one.id === id)?.network.ports ?? {};
  const port = Object.values(ports)[0]?.public_port ?? 0;
  for (let player = 0; player < 5; player += 1) {
    if (!(await isAnswered(port))) throw new Error('A player was not answered');
  }
  await client.destroyServer({ params: { ...place, server_id: id }, query: {} });
  await untilServers(client, place, (all) => all.every((one) => one.id !== id));
}

type Place = { game_id: string; environment_id: string };

async function untilServers(client: ServiceClient, params: Place, holds: (all: readonly Server[]) => boolean) {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (let index: string | undefined; performance.now() < giveUpAt; ) {
    const { servers, watch: now } = await client.listServers({ params, query: { watch_index: index } });
    if (holds(servers)) return servers;
    index = now.index;
  }
  throw new Error('The servers did not come to what was waited for');
}
