// Servers on a real Swarm of two nodes on this machine: how long one takes from the call until it is reached, beside a plain service of
// the same image until its first line, in turn; and how long many take together. The program is a Node server of one line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Server } from '../../src-shared/service/servers.ts';
import { slipwayVersion } from '../../src-shared/version.ts';
import { hasDocker } from '../../test/support/docker-daemon.ts';
import { type Swarm, startSwarm } from '../../test/support/swarm.ts';
import { main as packageImage } from '../package-image.ts';
import { freePort } from './free-port.ts';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { packFolder } from './sample-build.ts';
import { installInto } from './start.ts';

const SERVERS = Number(process.env['FLEET_SERVERS'] ?? 40);
const ROUNDS = Number(process.env['FLEET_ROUNDS'] ?? 7);
const IMAGE = `localhost/slipway:${slipwayVersion}`;
const LISTENS = `require('node:net').createServer((socket) => socket.end('hello')).listen(+process.env.PORT, process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));`;
const ready = z.object({ url: z.string(), token: z.string() });

export const fleetStart: Measure = {
  name: 'fleet-start',
  goal: 'a server on a warm node is reached <= 2 s after the call and <= 1.5 x docker service create to its first line; 40 over two nodes <= 20 s',
  run: async () => {
    if (!hasDocker) return 'not measured: no container engine (root and docker.io)';
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-fleet-'));
    const swarm = await startSwarm();
    try {
      await loadImage(swarm, folder);
      return await measureIn(swarm, folder);
    } finally {
      await swarm.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function loadImage(swarm: Swarm, folder: string): Promise<void> {
  const output = path.join(folder, 'image');
  await packageImage(['--output', output, '--quick']);
  const [name = ''] = await readdir(output);
  for (const node of swarm.nodes) await node.run('load', '--input', path.join(output, name));
}

async function measureIn(swarm: Swarm, folder: string): Promise<string> {
  const program = path.join(folder, 'program');
  await mkdir(program);
  await writeFile(path.join(program, 'server.js'), LISTENS);
  const bench = await startHostingBench(path.join(folder, 'data'), (data) => serve(swarm, folder, data));
  try {
    await bench.client.updateMatchmakerConfig({
      params: bench.namespace,
      body: { lobby_count_max: SERVERS, max_players: 8 },
    });
    const { build } = await bench.deploy(await packFolder(program, folder), 'listens');
    for (let warm = 0; warm < 4; warm += 1) await timeOfServer(bench, build); // each node fetches the build once
    const ours: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timeOfServer(bench, build));
      plain.push(await timeOfPlainService(swarm));
    }
    const many = await timeOfMany(bench, build);
    const ratio = median(ours) / median(plain);
    const one = `one ${median(ours).toFixed(0)} ms, ${ratio.toFixed(2)} x docker service create (${median(plain).toFixed(0)} ms)`;
    return `${one}; ${SERVERS} in ${many.toFixed(1)} s`;
  } finally {
    await bench.stop();
  }
}

async function serve({ nodes, address }: Swarm, folder: string, data: string) {
  const script = await installInto(path.join(folder, 'command'));
  const port = String(await freePort());
  const words = ['serve', '--data', data, '--port', port, '--listen', address, '--trust-proxy', '--json'];
  const args = [script, ...words, '--fleet', `docker://${nodes[0].socket}`];
  const env = { ...process.env, SLIPWAY_HOME: path.join(folder, 'home') };
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  console.log(`The service with its fleet is ready after ${Math.round(performance.now() - begun)} ms.`);
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { ...ready.parse(JSON.parse(String(line))), stop };
}

async function create({ client, place }: HostingBench, build: string): Promise<Server> {
  const body = {
    datacenter: 'local',
    tags: {},
    runtime: { build },
    network: { ports: {} },
    resources: { cpu: 10, memory: 96 },
  };
  return (await client.createServer({ params: place, body })).server;
}

/** From the call until a player is connected, in milliseconds. */
async function timeOfServer(bench: HostingBench, build: string): Promise<number> {
  const startedAt = performance.now();
  const { id } = await create(bench, build);
  const all = await bench.untilServers((servers) => servers.some((one) => one.id === id && isSettled(one)));
  const server = all.find((one) => one.id === id);
  if (server?.state !== 'running') throw new Error(`The server is ${server?.state}: ${JSON.stringify(server)}`);
  await join(server);
  const took = performance.now() - startedAt;
  await end(bench, [id]);
  return took;
}

function isSettled({ state }: Server): boolean {
  return state !== undefined && ['running', 'crashed', 'failed', 'stopped'].includes(state);
}

async function join({ network }: Server): Promise<void> {
  const [port] = Object.values(network.ports);
  const socket = net.connect(port?.public_port ?? 0, port?.public_hostname ?? '');
  await once(socket, 'data');
  socket.destroy();
}

async function end({ client, place, untilServers }: HostingBench, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((server_id) => client.destroyServer({ params: { ...place, server_id }, query: {} })));
  await untilServers((servers) =>
    servers.every(({ id, destroyed_at }) => !ids.includes(id) || destroyed_at !== undefined),
  );
}

/** From the command until the program in the container says its first line, which it says to us. */
async function timeOfPlainService({ nodes, address }: Swarm): Promise<number> {
  const port = await freePort();
  const listener = net.createServer().listen(port, address);
  await once(listener, 'listening');
  const said = `require('node:net').connect(${port}, '${address}').end('line'); setTimeout(() => {}, 60_000)`;
  const startedAt = performance.now();
  const heard = once(listener, 'connection');
  const options = [
    '--detach',
    '--quiet',
    '--network',
    'host',
    '--restart-condition',
    'none',
    '--no-healthcheck',
    '--init',
  ];
  const program = ['--entrypoint', '/usr/lib/slipway/node', IMAGE, '-e', said];
  const name = `plain-${Math.round(startedAt)}`;
  await nodes[0].run('service', 'create', '--name', name, ...options, ...program);
  await heard;
  const took = performance.now() - startedAt;
  listener.close();
  await nodes[0].run('service', 'rm', name);
  return took;
}

async function timeOfMany(bench: HostingBench, build: string): Promise<number> {
  const startedAt = performance.now();
  const created = await Promise.all(Array.from({ length: SERVERS }, () => create(bench, build)));
  const ids = new Set(created.map(({ id }) => id));
  const isUp = ({ id, state }: Server) => ids.has(id) && state === 'running';
  await bench.untilServers((all) => {
    const up = all.filter(isUp).length;
    const bad = all.find((one) => ids.has(one.id) && isSettled(one) && !isUp(one));
    if (bad !== undefined) throw new Error(`A server is ${bad.state}: ${JSON.stringify(bad)}`);
    return up === SERVERS;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await end(bench, [...ids]);
  return seconds;
}
