// Runs inside a mount namespace, on a small disk: hosts servers while the disk is full, and afterwards. Prints what became of
// them as one line of JSON; the test outside judges it.
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../embedded-server/index.ts';
import { createServiceClient } from '../../src-shared/service/client.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { tarOf } from './tar.ts';
import { until } from './until.ts';

const MIB = 1_048_576;
const [disk = ''] = process.argv.slice(2);
const server = await startServer({ dataFolder: path.join(disk, 'data'), port: 0, onLog: () => undefined });
const client = createServiceClient(async ({ method, path: to, body }) => {
  const response = await fetch(server.url + to, {
    method,
    headers: { authorization: `Bearer ${server.token}`, connection: 'close', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
});
const filler = path.join(disk, 'filler');

async function fill(leave: number): Promise<void> {
  const handle = await open(filler, 'a');
  for (const piece of [MIB, 4096]) {
    for (;;) {
      const written = await handle.write(Buffer.alloc(piece)).catch(() => undefined);
      if (written?.bytesWritten !== piece) break;
    }
  }
  await handle.truncate(Math.max(0, (await handle.stat()).size - leave));
  await handle.close();
}

async function deploy(name: string, program: string, ballast: number): Promise<string> {
  const bytes = tarOf({
    'slipway.json': JSON.stringify({ program: 'server.js', ports: { game: { protocol: 'tcp' } } }),
    'server.js': program,
    'ballast.bin': { text: Buffer.alloc(ballast, 7) },
  });
  const image_file = { path: 'server.tar', content_length: bytes.length };
  const body = { name, image_tag: name, image_file, kind: 'archive' as const };
  const { build, image_presigned_request: target } = await client.prepareBuild({ params: place, body });
  await fetch(target?.url ?? '', { method: 'PUT', body: bytes, headers: { connection: 'close' } });
  return build;
}

async function run(build: string): Promise<Server> {
  const body = {
    datacenter: 'local',
    tags: {},
    runtime: { build },
    network: { ports: {} },
    resources: { cpu: 1000, memory: 256 },
  };
  const { server: made } = await client.createServer({ params: place, body });
  let last = made;
  await until(async () => {
    last = (await client.getServer({ params: { ...place, server_id: made.id } })).server;
    return last.state !== 'preparing' && last.state !== 'starting';
  });
  return last;
}

async function untilEnded({ id }: Server): Promise<Server> {
  for (;;) {
    const { server: found } = await client.getServer({ params: { ...place, server_id: id } });
    if (found.destroyed_at !== undefined) return found;
    await sleep(50);
  }
}

const { groups } = await client.listGames({ query: {} });
const request = { display_name: 'Full', developer_group_id: groups[0]?.group_id ?? '' };
const { game_id } = await client.createGame({ body: request });
const { game } = await client.getGame({ params: { game_id } });
const place = { game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
const listen = "require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1');";
const large = await deploy('large', listen, 20 * MIB);
const greedy = await deploy(
  'greedy',
  `const fs = require('node:fs'); const file = fs.openSync('big', 'w'); for (;;) fs.writeSync(file, Buffer.alloc(65536));`,
  1,
);
const stubborn = await deploy(
  'stubborn',
  `${listen} const fs = require('node:fs'); const file = fs.openSync('big', 'w');
   setInterval(() => { try { fs.writeSync(file, Buffer.alloc(1048576)); } catch {} }, 5);`,
  2,
);

await fill(4 * MIB);
const noRoom = await run(large);
await rm(filler);
const withRoom = await run(large);
const fills = await run(greedy);
const ended = await untilEnded(fills);
const endedByUs = await untilEnded(await run(stubborn));
const health = await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } });
const still = (await client.getServer({ params: { ...place, server_id: withRoom.id } })).server;
await server.close();
console.log(
  JSON.stringify({
    noRoom: [noRoom.state, noRoom.problem],
    withRoom: withRoom.state,
    fills: [ended.state, ended.hint],
    endedByUs: [endedByUs.state, endedByUs.exit?.by, endedByUs.problem],
    health: health.status,
    still: still.state,
  }),
);
