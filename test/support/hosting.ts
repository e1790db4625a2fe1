// A service that hosts servers, builds made of a few files, and ways to wait for what becomes of them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { onTestFinished } from 'vitest';
import type { BuildKind } from '../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { HostingPolicy } from '../../src-shared/service/namespaces.ts';
import type { Server, ServerState } from '../../src-shared/service/servers.ts';
import { textOf } from '../../src-shared/text/message.ts';
import { startTestService, type TestService } from './service.ts';
import { startOnce } from './start-once.ts';
import { type TarFile, tarOf } from './tar.ts';
import { until } from './until.ts';
import { prepareBuild, put, sha256, withUploads } from './upload.ts';

export type Files = Record<string, TarFile>;
export const anyResources = { cpu: 1000, memory: 512 };
/** What a server without limits answers. */
export const machineResources = {
  cpu: availableParallelism() * 1000,
  memory: Math.floor(totalmem() / 1_048_576),
};

/** A program that listens on all the ports it is told, over TCP and UDP, and answers `hello` to whoever comes. */
export const helloServer = `
const net = require('node:net');
const dgram = require('node:dgram');
for (const [name, port] of Object.entries(process.env).filter(([key]) => key.startsWith('PORT_'))) {
  net.createServer((socket) => socket.on('error', () => {}).end('hello ' + process.env.SLIPWAY_VERSION)).listen(Number(port), process.env.SLIPWAY_HOST);
  const udp = dgram.createSocket('udp4');
  udp.on('message', (message, from) => udp.send('hello ' + message, from.port, from.address));
  udp.bind(Number(port), process.env.SLIPWAY_HOST);
}
process.on('SIGTERM', () => { console.log('bye'); process.exit(0); });
console.log('ready');
`;
/** The same, as another build. */
export const helloAgain = `// another\n${helloServer}`;
/** The files of a build that runs \`program\` on Node. */
export function nodeBuild(program = helloServer, manifest: object = { ports: { game: { protocol: 'tcp' } } }): Files {
  return { 'slipway.json': JSON.stringify({ program: 'server.js', ...manifest }), 'server.js': program };
}

const idle: HostingPolicy = { server_count: 0, on_version_switch: 'drain', drain_limit: 60_000, restart: 'back_off' };

type Options = Parameters<typeof startTestService>[0];

export async function startHosting(options: Options = {}) {
  return await withHosting(await startTestService(options), options);
}

/**
 * Call this outside of tests, and what it answers within them: one service for the whole file, in which each test has a game of its
 * own. What runs in it ends with the test.
 */
export function hostingForAll(options: Options = {}): () => ReturnType<typeof startHosting> {
  const started = startOnce(() => startTestService(options));
  return async () => await hostInOwnGame(await started(), options);
}

/** In a service that other tests use as well: the game is this test's own, and what runs in it ends with the test. */
export async function hostInOwnGame(service: TestService, options: Options = {}) {
  const hosting = await withHosting(service, options);
  onTestFinished(() => endServers(hosting.client, hosting.params.game_id));
  return hosting;
}

/** All of a game, without the grace that they would have. */
export async function endServers(client: ServiceClient, game_id: string): Promise<void> {
  const { game } = await client.getGame({ params: { game_id } });
  for (const { namespace_id } of game.namespaces) {
    await client.setHosting({ params: { game_id, namespace_id }, body: idle });
    const params = { game_id, environment_id: namespace_id };
    await until(async () => {
      const { servers } = await client.listServers({ params, query: {} });
      for (const { id } of servers) {
        await client.destroyServer({ params: { ...params, server_id: id }, query: { override_kill_timeout: 0 } });
      }
      return servers.length === 0;
    }, 'the servers of the test to end');
  }
}

export async function withHosting(service: TestService, options: Options = {}) {
  const started = await withUploads(service);
  const { call, place, client, game } = started;
  const namespace = { game_id: place.game_id, namespace_id: place.environment_id };
  const params = { game_id: place.game_id, environment_id: place.environment_id };
  const path = `/games/${params.game_id}/environments/${params.environment_id}`;
  /** Uploads a build and answers it with the version it became. */
  const deploy = (files: Files, name?: string) => deployBytes(tarOf(files), 'archive', name);
  const deployBytes = async (bytes: Uint8Array<ArrayBuffer>, kind: BuildKind, given?: string) => {
    const name = given ?? `v${sha256(bytes).toString('hex').slice(0, 8)}`;
    const { build, parts } = await prepareBuild(call, place, { name, kind, bytes: bytes.length });
    for (const part of parts) await put(part.url, bytes);
    // An object store tells nobody that all is in.
    if (options.objectStore !== undefined) await client.completeBuild({ params: { ...params, build_id: build } });
    const { build: whole } = await client.getBuild({ params: { ...params, build_id: build } });
    return { build, version: whole.version_id ?? '' };
  };
  const policy = async (change: Partial<HostingPolicy>) => {
    const body = { ...idle, ...change };
    await client.setHosting({ params: namespace, body });
  };
  const read = async (id: string): Promise<Server> => {
    const { server: found } = await client.getServer({ params: { ...params, server_id: id } });
    return found;
  };
  const list = async (ended = false): Promise<Server[]> => {
    const { servers } = await client.listServers({ params, query: { include_destroyed: ended } });
    return servers;
  };
  const create = async (build: string, change: object = {}): Promise<Server> => {
    const { body, status } = await call('POST', `${path}/servers`, {
      body: {
        datacenter: 'local',
        tags: {},
        runtime: { build },
        network: { ports: {} },
        resources: anyResources,
        ...change,
      },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as { server: Server }).server;
  };
  /** Waits until the server is in one of these states, and answers it. */
  const untilState = async (id: string, ...states: ServerState[]): Promise<Server> => {
    let last: Server | undefined;
    await until(async () => {
      last = await read(id);
      return states.includes(last.state ?? 'failed');
    });
    return last as Server;
  };
  /** Waits until its state's sentence says this, and answers the server. */
  const untilSays = async (id: string, pattern: RegExp): Promise<Server> => {
    let last: Server | undefined;
    await until(async () => {
      last = await read(id);
      return pattern.test(textOf(last.problem ?? ''));
    }, `${pattern} of the server`);
    return last as Server;
  };
  const switchTo = (version: string) =>
    client.updateNamespaceVersion({ params: namespace, body: { version_id: version } });
  return {
    ...started,
    game,
    params,
    namespace,
    path,
    deploy,
    deployBytes,
    policy,
    read,
    list,
    create,
    untilState,
    untilSays,
    switchTo,
  };
}

/** Where players reach a port of a server. */
export function addressOf(server: Server, port = 'game'): { host: string; port: number } {
  const found = server.network.ports[port];
  if (found?.public_hostname === undefined || found.public_port === undefined) throw new Error('Not reachable yet');
  return { host: found.public_hostname, port: found.public_port };
}

/** All that a server says to whoever connects. */
export async function hello(port: number, host = '127.0.0.1'): Promise<string> {
  const socket = connect(port, host).on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  await once(socket, 'close');
  return text;
}
