// A large build into an object store (OpenStack Swift of this machine): what goes through the service itself until all parts are in, how
// much memory it takes until the build is published, and how fast it starts with a store that is there and with one that is away.
// STORE_GIB sets how large the build is.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createStoreSender } from '../../embedded-server/platform/object-store/store-request.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { projectRoot } from '../setup/project.mjs';
import { openBenchClient } from './bench-client.ts';
import { lackingRoom, lackingTool } from './can-receive.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { figuresOf } from './process-figures.ts';
import { installInto } from './start.ts';

const GIB = 1024 ** 3;
const gib = Number(process.env['STORE_GIB'] ?? 10);
const PART = GIB / 64;
const SENDERS = '4';
const LOOK_MS = 200;
const STARTS = 5;
const SWIFT = '/usr/lib/python3/dist-packages/swift/proxy/server.py';
const KEYS = { id: 'test:tester', secret: 'testing' };
const ready = z.object({ url: z.string(), token: z.string() });

export const objectStore: Measure = {
  name: 'object-store',
  goal: 'a build of 10 GiB with < 1 MiB through the service up to completion, memory < 150 MiB; start <= 1 s',
  run: async () => {
    if (!existsSync(SWIFT)) return 'not measured: python3-swift is not here';
    // The store keeps it, and the service reads it through a file.
    const lacking = (await lackingTool('curl', 'install curl')) ?? (await lackingRoom((2 * gib + 2) * GIB));
    return lacking ?? (await measureIn(await mkdtemp(path.join(os.tmpdir(), 'bench-objects-'))));
  },
};

async function measureIn(folder: string): Promise<string> {
  await installInto(path.join(folder, 'command'));
  const swift = await startSwift(path.join(folder, 'swift'));
  const line = await startCountingLine(swift.port);
  const endpoint = `http://127.0.0.1:${line.port}`;
  try {
    await makeBucket(endpoint);
    const large = await pushLarge(folder, endpoint, swift.port, line);
    const there = await startTimes(folder, endpoint);
    line.close();
    const away = await startTimes(folder, endpoint);
    return `${large}; start ${there} ms, ${away} ms with the store away`;
  } finally {
    line.close();
    swift.child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

async function pushLarge(folder: string, endpoint: string, port: number, line: CountingLine): Promise<string> {
  const { child, client } = await serve(folder, endpoint);
  let peakMiB = 0;
  const look = () => figuresOf(child.pid ?? 0).then(({ rssMiB }) => (peakMiB = Math.max(peakMiB, rssMiB)));
  const watching = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  try {
    await look();
    const { rssMiB: before } = await figuresOf(child.pid ?? 0);
    const { parts, build } = await prepare(client);
    const startedAt = performance.now();
    await sendPast(folder, parts, { from: new URL(endpoint).port, to: port });
    const sentMs = performance.now() - startedAt;
    for (let state = ''; state !== 'complete' && state !== 'refused'; await sleep(LOOK_MS)) state = await build();
    const wholeMs = performance.now() - startedAt;
    const through = `${(line.untilRead() / 1024 ** 2).toFixed(2)} MiB through the service`;
    const seconds = `${(sentMs / 1000).toFixed(0)} s to send, ${((wholeMs - sentMs) / 1000).toFixed(0)} s to check`;
    return `${gib} GiB: ${through}, memory ${peakMiB.toFixed(0)} MiB at most (from ${before.toFixed(0)}), ${seconds}`;
  } finally {
    clearInterval(watching);
    await end(child);
  }
}

async function prepare(client: ServiceClient) {
  const { groups } = await client.listGroups({});
  const request = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Measured' };
  const { game_id } = await client.createGame({ body: request });
  const { game } = await client.getGame({ params: { game_id } });
  const params = { game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
  const answer = await client.prepareBuild({
    params,
    body: {
      name: 'large',
      image_tag: 'large:1',
      image_file: { path: 'server.tar', content_length: gib * GIB },
      kind: 'archive',
      multipart_upload: true,
    },
  });
  const build = async () => (await client.getBuild({ params: { ...params, build_id: answer.build } })).build.state;
  return { parts: answer.image_presigned_requests ?? [], build };
}

/** Straight to the store: the line that counts is the service's alone. */
async function sendPast(
  folder: string,
  parts: readonly { url: string }[],
  by: { from: string; to: number },
): Promise<void> {
  const file = path.join(folder, 'part');
  const handle = await open(file, 'w');
  await handle.truncate(PART);
  await handle.close();
  const ways = ['--connect-to', `127.0.0.1:${by.from}:127.0.0.1:${by.to}`, '--parallel', '--parallel-max', SENDERS];
  const common = ['--silent', '--no-progress-meter', '--fail', '--header', 'Expect:', '--output', '/dev/null'];
  const urls = parts.map(({ url }) => `url = "${url}"\nupload-file = "${file}"\noutput = "/dev/null"\n`).join('');
  const child = spawn('curl', [...ways, ...common, '--config', '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(urls);
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`curl ended with ${String(code)}`);
}

async function startTimes(folder: string, endpoint: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const startedAt = performance.now();
    const { child } = await serve(folder, endpoint);
    times.push(performance.now() - startedAt);
    await end(child);
  }
  return median(times).toFixed(0);
}

async function serve(folder: string, endpoint: string): Promise<{ child: ChildProcess; client: ServiceClient }> {
  const words = ['serve', '--data', path.join(folder, 'data'), '--port', '0', '--servers', '0', '--json'];
  const store = ['--blobs', 's3://builds/bench', '--s3-endpoint', endpoint];
  const keys = { AWS_ACCESS_KEY_ID: KEYS.id, AWS_SECRET_ACCESS_KEY: KEYS.secret };
  const env = { ...process.env, ...keys, SLIPWAY_HOME: path.join(folder, 'home') };
  const args = [path.join(folder, 'command/bin/slipway.js'), ...words, ...store];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  const [text]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, token } = ready.parse(JSON.parse(String(text)));
  const client = openBenchClient({ url, token });
  return { child, client };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function startSwift(folder: string): Promise<{ child: ChildProcess; port: number }> {
  await mkdir(folder);
  const program = path.join(projectRoot, 'test/support/object-stores/swift-store.py');
  const child = spawn('/usr/bin/python3', [program, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [port]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, port: Number(port) };
}

async function makeBucket(endpoint: string): Promise<void> {
  const store = createStoreSender(
    { endpoint, region: 'us-east-1', bucket: 'builds', prefix: '', keys: KEYS },
    'builds',
  );
  const made = await store.send({ method: 'PUT', key: '' });
  store.close();
  if (made.kind === 'refused') throw made.error;
}

type CountingLine = {
  port: number;
  /** Both ways, up to the moment when the service begins to read the build. */
  untilRead(): number;
  close(): void;
};

async function startCountingLine(to: number): Promise<CountingLine> {
  let bytes = 0;
  let untilRead: number | undefined;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const upstream = net.connect(to, '127.0.0.1');
    for (const one of [socket, upstream]) sockets.add(one.on('error', () => undefined));
    socket.on('data', (chunk) => {
      // It looks at the object before it reads it.
      if (chunk.subarray(0, 5).toString('latin1') === 'HEAD ') untilRead ??= bytes;
      bytes += chunk.length;
    });
    upstream.on('data', (chunk) => (bytes += chunk.length));
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, untilRead: () => untilRead ?? bytes, close };
}
