// Real servers on Local for measures of the window.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { type TarFile, tarOf } from '../../../test/support/tar.ts';
import type { Place, WindowBench } from './app.ts';

/** A build whose server does nothing. */
const sleeper: Record<string, TarFile> = {
  'slipway.json': JSON.stringify({ program: 'server.sh' }),
  'server.sh': { text: '#!/bin/sh\nexec sleep 100000\n', mode: 0o755 },
};

/** A server that answers and is silent. */
export const silentServer = `require('node:http').createServer((_, answer) => answer.end('hello'))
  .listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

/** A server that answers and writes so many lines each second. */
export function loggingServer(linesPerSecond: number): string {
  const each = Math.max(1, Math.round(linesPerSecond / 10));
  return `${silentServer}
let n = 0;
setInterval(() => {
  let text = '';
  for (let k = 0; k < ${each}; k += 1) {
    n += 1;
    text += (n % 500 === 0 ? 'WARN: ' : '') + 'tick ' + n + ' on the reef took ' + (n % 17) + ' ms for ' + (n % 16) + ' players\\n';
  }
  process.stdout.write(text);
}, 100);
`;
}

/** Starts so many of a script for Node and waits until all run; answers their ids. */
export async function startServers(bench: WindowBench, program: string, count: number): Promise<string[]> {
  const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };
  const build = await uploadBuild(bench, {
    'slipway.json': JSON.stringify({ program: 'server.js', ports }),
    'server.js': program,
  });
  const ids = await createServers(bench, build, count);
  await untilAll(bench, new Set(ids));
  return ids;
}

/** Starts so many that do nothing and need next to no memory, and waits until all run. */
export async function startSleepers(bench: WindowBench, count: number): Promise<void> {
  const build = await uploadBuild(bench, sleeper);
  const wanted = new Set(await createServers(bench, build, count));
  // A watch would tell each of so many changes with all that stands.
  while ((await countRunning(bench, wanted)) < count) await sleep(1_000);
}

/** Has so many namespaces run a version, each with its share of the servers, and waits until all run. */
export async function startNamespaces(bench: WindowBench, count: number, servers: number): Promise<void> {
  const { client, place } = bench;
  await uploadBuild(bench, sleeper);
  const { game_id } = place;
  const readGame = async () => (await client.getGame({ params: { game_id } })).game;
  let version_id = '';
  while (version_id === '') version_id = (await readGame()).versions.at(-1)?.version_id ?? '';
  const there = (await readGame()).namespaces.length;
  for (let at = there; at < count; at += 1) {
    const body = { display_name: `Lobby ${at}`, name_id: `lobby-${at}`, version_id };
    await client.createNamespace({ params: { game_id }, body });
  }
  const share = Math.ceil(servers / count);
  const { namespaces } = await readGame();
  for (const { namespace_id } of namespaces) {
    const params = { game_id, namespace_id };
    const { hosting } = await client.getHosting({ params });
    await client.setHosting({ params, body: { ...hosting, server_count: share } });
    await client.updateNamespaceVersion({ params, body: { version_id } });
  }
  for (const { namespace_id: environment_id } of namespaces) {
    while ((await runningIn(client, { game_id, environment_id })) < share) await sleep(500);
  }
}

async function runningIn(client: ServiceClient, params: Place): Promise<number> {
  const { servers } = await client.listServers({ params, query: {} });
  return servers.filter(({ state }) => state === 'running').length;
}

async function countRunning({ client, place }: WindowBench, wanted: ReadonlySet<string>): Promise<number> {
  let running = 0;
  for (let cursor: string | undefined; ; ) {
    const { servers } = await client.listServers({ params: place, query: { cursor } });
    running += runningAmong(servers, wanted);
    const last = servers.at(-1)?.id;
    if (last === undefined) return running;
    cursor = last;
  }
}

async function createServers({ client, place }: WindowBench, build: string, count: number): Promise<string[]> {
  const namespace = { game_id: place.game_id, namespace_id: place.environment_id };
  await client.updateMatchmakerConfig({ params: namespace, body: { lobby_count_max: 1_000, max_players: 8 } });
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { server } = await client.createServer({
      params: place,
      body: {
        datacenter: 'local',
        tags: { n: String(at) },
        runtime: { build },
        network: { ports: {} },
        resources: { cpu: 1000, memory: 256 },
      },
    });
    ids.push(server.id);
  }
  return ids;
}

async function uploadBuild({ client, place }: WindowBench, files: Record<string, TarFile>): Promise<string> {
  const file = tarOf(files);
  const build_name = `bench ${file.length} ${process.hrtime.bigint()}`;
  const { build, image_presigned_request: target } = await client.prepareBuild({
    params: place,
    body: {
      name: build_name,
      image_tag: 'server:1',
      kind: 'archive',
      image_file: { path: 'server.tar', content_length: file.length },
    },
  });
  const sent = await fetch(target?.url ?? '', { method: 'PUT', body: file });
  if (!sent.ok) throw new Error(await sent.text());
  return build;
}

/** How many of those that are wanted run. None of them may have ended. */
function runningAmong(servers: readonly Server[], wanted: ReadonlySet<string>): number {
  const own = servers.filter(({ id }) => wanted.has(id));
  if (own.some(({ destroyed_at: end }) => end !== undefined)) throw new Error('A server ended');
  return own.filter(({ state }) => state === 'running').length;
}

async function untilAll({ client, place }: WindowBench, wanted: ReadonlySet<string>): Promise<void> {
  let index: string | undefined;
  for (;;) {
    const { servers, watch } = await client.listServers({ params: place, query: { watch_index: index } });
    if (runningAmong(servers, wanted) === wanted.size) return;
    index = watch.index;
  }
}
