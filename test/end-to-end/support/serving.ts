// A real `slipway serve` in a process of its own: the remote of an end-to-end test, with two versions of a game.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createServiceClient, type ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { tarOf } from '../../support/tar.ts';
import { slipway } from './programs.ts';

/** The remote, and an owner's way to it. */
export type Remote = {
  url: string;
  token: string;
  client: ServiceClient;
  game: GameFull;
  namespace_id: string;
  /** By name. */
  versions: Record<string, string>;
  stop(): Promise<void>;
};

const program = `
const http = require('node:http');
http.createServer((_, answer) => answer.end('hello')).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

const builds = {
  'v0.4.2': { arguments: ['--headless', '--tick', '30'], resources: { cpu: 500, memory: 512 }, maps: ['reef', 'old'] },
  'v0.5.0-rc1': {
    arguments: ['--headless', '--tick', '60', '--voice'],
    resources: { cpu: 750, memory: 768 },
    maps: ['reef', 'lagoon', 'abyss'],
  },
} as const;

/** Others than those of the app beside it, and than those of the remote of another test. */
function ownPorts(): string {
  const from = 30_000 + 1_000 * (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 2);
  return `${from}-${from + 999}`;
}

/** Its prod runs v0.4.2, and before that the empty 0.0.1. */
export async function startRemote(folder: string): Promise<Remote> {
  const args = [slipway, 'serve', '--data', path.join(folder, 'remote'), '--port', '0', '--servers', '0', '--json'];
  const child = spawn(process.execPath, [...args, '--server-ports', ownPorts()], {
    env: { ...process.env, SLIPWAY_HOME: path.join(folder, 'remote-home') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdout?.resume();
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  try {
    return { ...(await fill(child)), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function fill(child: ChildProcess): Promise<Omit<Remote, 'stop'>> {
  const { url, token } = JSON.parse(await firstLine(child)) as { url: string; token: string };
  const client = clientOf(url, token);
  const { groups } = await client.listGames({ query: {} });
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Tidebreak' };
  const { game_id } = await client.createGame({ body });
  const { game } = await client.getGame({ params: { game_id } });
  const namespace_id = game.namespaces[0]?.namespace_id ?? '';
  for (const name of Object.keys(builds)) await upload(client, { game_id, namespace_id }, name as keyof typeof builds);
  const { game: now } = await client.getGame({ params: { game_id } });
  const versions = Object.fromEntries(now.versions.map((version) => [version.display_name, version.version_id]));
  const params = { game_id, namespace_id };
  await client.updateNamespaceVersion({ params, body: { version_id: versions['v0.4.2'] ?? '' } });
  return { url, token, client, game: now, namespace_id, versions };
}

async function upload(
  client: ServiceClient,
  place: { game_id: string; namespace_id: string },
  name: keyof typeof builds,
) {
  const { arguments: texts, resources, maps } = builds[name];
  const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };
  const file = tarOf({
    'slipway.json': JSON.stringify({ program: 'server.js', arguments: texts, resources, ports }),
    'server.js': program,
    ...Object.fromEntries(maps.map((map) => [`data/${map}.map`, `${name} ${map}`.repeat(60_000)])),
  });
  const prepared = await client.prepareBuild({
    params: { game_id: place.game_id, environment_id: place.namespace_id },
    body: {
      name,
      image_tag: 'server:1',
      kind: 'archive',
      image_file: { path: 'server.tar', content_length: file.length },
    },
  });
  const sent = await fetch(prepared.image_presigned_request?.url ?? '', { method: 'PUT', body: file });
  if (sent.status !== 200) throw new Error(`The build was not taken: ${sent.status}`);
}

function clientOf(url: string, token: string): ServiceClient {
  return createServiceClient(async ({ method, path: target, body }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url + target, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('A child with a pipe has one');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('slipway serve ended before it said where it answers');
}
