// Pocket Regatta, played for real: its own process, real WebSocket clients, bots that sail, clients that misbehave, and a build of
// it made by our own packer.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildManifest } from '../../src-shared/service/build-manifest.ts';
import { openPacker, treeOf, untar } from '../src-main/core/pack/support.ts';
import { startOnce } from '../support/start-once.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { type BoatState, openPlayer, run, samples } from './support.ts';

// Races are sailed in real time.
vi.setConfig({ testTimeout: 60_000 });

const folder = path.join(samples, 'pocket-regatta');
const seed = Date.now();

async function startRegatta(env: Record<string, string> = {}, from = folder) {
  const server = run(from, 'server.js', ['--port', '0'], { REGATTA_RESULTS: await makeTempFolder('results'), ...env });
  const port = Number(await server.saw(/http:\/\/127\.0\.0\.1:(\d+)\//));
  return { server, port, http: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}` };
}

async function joinRace(ws: string, name: string) {
  const player = await openPlayer(ws);
  player.send({ t: 'join', name });
  const id = Number((await player.next('joined'))['id']);
  return { ...player, id };
}

test('a player joins, is seen by others, steers, and the boat goes where the rudder says', async () => {
  const { server, ws } = await startRegatta({ REGATTA_SPEED: '6' });
  const ada = await joinRace(ws, '  Ada\u0007\n Lovelace ');
  const other = await openPlayer(ws);
  expect(await other.next('welcome')).toMatchObject({ laps: 2, steps_per_second: 20, world: { width: 1600 } });
  await other.next('roster', ({ boats }) => (boats as { name: string }[])[0]?.name === 'Ada Lovelace');
  await other.next('state', ({ phase }) => phase === 'racing');
  const before = other.boat(ada.id) as BoatState;
  ada.send({ t: 'steer', rudder: 1 });
  await until(() => (other.boat(ada.id)?.heading ?? 0) > before.heading + 0.5, 'the boat to turn right');
  ada.send({ t: 'steer', rudder: 'nonsense' });
  ada.send({ t: 'steer', rudder: -400 });
  await until(() => (other.boat(ada.id)?.heading ?? 9) < before.heading, 'the boat to turn left again');
  ada.send({ t: 'steer', rudder: 0 });
  await until(() => {
    const now = other.boat(ada.id);
    return now !== undefined && Math.hypot(now.x - before.x, now.y - before.y) > 50;
  }, 'the boat to sail');
  ada.send({ t: 'ping', at: 12.5, lag: 34.4 });
  expect(await ada.next('pong')).toEqual({ t: 'pong', at: 12.5 });
  await other.next('roster', ({ boats }) => (boats as { lag?: number }[])[0]?.lag === 34);
  ada.socket.close();
  await server.saw(/INFO {2}Ada Lovelace left \(player 1: left\)/);
  await other.next('roster', ({ boats }) => (boats as unknown[]).length === 0);
});

test('bots sail real laps, and the race has an end', async () => {
  const { server, ws } = await startRegatta({ REGATTA_SPEED: '20' });
  const watcher = await openPlayer(ws);
  const bots = run(folder, 'bots.js', ['--url', ws, '--count', '4', '--laps', '2']);
  await bots.saw(/^Nerissa sailed lap 1$/);
  for (const pattern of [
    /Nerissa joined \(player/,
    /race begins with 4 boats/,
    /Nerissa sailed lap 2 after [\d.]+ s/,
  ]) {
    await server.saw(pattern);
  }
  expect(await bots.ended()).toBe(0);
  const speeds = watcher.messages.flatMap(({ t, boats }) => (t === 'state' ? (boats as BoatState[]) : []));
  expect(Math.max(...speeds.map(({ speed }) => speed))).toBeLessThan(106);
  expect(Math.max(...speeds.map(({ x }) => x))).toBeLessThanOrEqual(1600);
  expect(server.child.exitCode).toBe(null);
});

test('a race is over when all are in, and the next one begins with everybody at the line', async () => {
  const { server, ws } = await startRegatta({ REGATTA_SPEED: '20' });
  const watcher = await openPlayer(ws);
  run(folder, 'bots.js', ['--url', ws, '--count', '2']);
  await server.saw(/race over, 2 boats on the water/);
  await watcher.next('state', ({ phase, boats }) => phase === 'results' && (boats as unknown[]).length === 2);
  await watcher.next('state', ({ phase, boats }) => {
    return phase === 'countdown' && (boats as BoatState[]).every(({ passed, speed }) => passed === 0 && speed === 0);
  });
});

test('the page and its scripts are served, and nothing else of the folder', async () => {
  const { http } = await startRegatta();
  const get = async (address: string, method = 'GET') => {
    const response = await fetch(http + address, { method, headers: { connection: 'close' } });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const page = await get('/');
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  const files = [...page.text.matchAll(/(?:src|href)="([\w.]+)"/g)].map(([, file]) => file);
  expect(files).toEqual(['style.css', 'client.js']);
  const seen = new Set<string>();
  for (const queue = files.map(String); queue.length > 0; ) {
    const file = queue.shift() ?? '';
    if (seen.has(file)) continue;
    seen.add(file);
    const { status, text } = await get(`/${file}`);
    expect({ file, status }).toEqual({ file, status: 200 });
    queue.push(...[...text.matchAll(/from '\.\/([\w-]+\.js)'/g)].map(([, name]) => name ?? ''));
  }
  expect(seen.size).toBe(6);
  for (const address of ['/server.js', '/../server.js', '/%2e%2e/server.js', '/client/client.js', '/package.json']) {
    expect((await get(address)).status).toBe(404);
  }
  expect((await get('/', 'POST')).status).toBe(405);
  expect(JSON.parse((await get('/healthz')).text)).toEqual({ status: 'ok', players: 0 });
});

/** A client that speaks WebSocket's bytes itself, right or wrong. */
async function rawClient(port: number): Promise<{ socket: Socket; received: () => Buffer }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const key = randomBytes(16).toString('base64');
  const head = ['GET / HTTP/1.1', 'host: x', 'connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];
  socket.write([...head, `sec-websocket-key: ${key}`, '', ''].join('\r\n'));
  const received = () => Buffer.concat(chunks);
  await until(() => received().includes('"t":"welcome"'), 'the welcome');
  return { socket, received };
}

const raceWithOne = startOnce(async () => {
  const { port, ws } = await startRegatta();
  return { port, good: await joinRace(ws, 'Good') };
});

const masked = (first: number, payload: Buffer, mark = payload.length) =>
  Buffer.concat([Buffer.from([first, 0x80 | mark]), Buffer.alloc(4), payload]);

test.each<[string, Buffer, number]>([
  ['a frame without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
  ['reserved bits', masked(0xc1, Buffer.from('{}')), 1002],
  ['an unknown opcode', masked(0x83, Buffer.from('{}')), 1002],
  ['a control frame in parts', masked(0x09, Buffer.from('x')), 1002],
  ['a control frame that is too long', Buffer.from([0x89, 0xfe, 0x00, 0x7e]), 1002],
  ['a part without its message', masked(0x80, Buffer.from('{}')), 1002],
  ['a message within a message', Buffer.concat([masked(0x01, Buffer.from('{')), masked(0x81, Buffer.from('}'))]), 1002],
  ['bytes instead of text', masked(0x82, Buffer.from('{}')), 1003],
  ['text that is no UTF-8', masked(0x81, Buffer.from([0xff, 0xfe])), 1007],
  ['text that is no JSON', masked(0x81, Buffer.from('steer!')), 1007],
  ['JSON that is no object', masked(0x81, Buffer.from('17')), 1007],
  ['a message of 5,000 bytes', Buffer.from([0x81, 0xfe, 0x13, 0x88]), 1009],
  ['a message of 2^63 bytes', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0]), 1009],
  [
    'parts without end',
    Buffer.concat([
      masked(0x01, Buffer.alloc(100)),
      ...Array.from({ length: 60 }, () => masked(0x00, Buffer.alloc(100))),
    ]),
    1009,
  ],
  [
    'too many messages',
    Buffer.concat(Array.from({ length: 80 }, () => masked(0x81, Buffer.from('{"t":"steer"}')))),
    1008,
  ],
])('%s closes that connection with its code, and no other', async (_, bytes, code) => {
  const { port, good } = await raceWithOne();
  const { socket, received } = await rawClient(port);
  const ended = once(socket, 'close');
  socket.write(bytes);
  await ended;
  const close = received().lastIndexOf(Buffer.from([code >> 8, code & 0xff]));
  expect(received()[close - 2]).toBe(0x88);
  const tick = Number((await good.next('state'))['tick']);
  await good.next('state', (state) => Number(state['tick']) > tick);
});

test('messages in parts and one byte at a time are understood', async () => {
  const { server, port } = await startRegatta();
  const { socket } = await rawClient(port);
  const parts = [
    masked(0x01, Buffer.from('{"t":"jo')),
    masked(0x89, Buffer.from('ping')),
    masked(0x80, Buffer.from('in","name":"Bit"}')),
  ];
  for (const byte of Buffer.concat(parts)) socket.write(Buffer.from([byte]));
  await server.saw(/Bit joined/);
});

test(`random bytes do not end the server (seed ${seed})`, async () => {
  const { server, port, ws } = await startRegatta();
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  for (let round = 0; round < 40; round += 1) {
    const { socket } = await rawClient(port);
    socket.end(Buffer.from(Array.from({ length: 1 + (next() % 300) }, () => (next() >> 8) % 256)));
    await once(socket, 'close');
  }
  await joinRace(ws, 'Still here');
  expect(server.lines.filter((line) => line.includes('Error'))).toEqual([]);
});

test('a client that reads nothing holds nobody up, and costs little', async () => {
  const { server, port, ws } = await startRegatta({ REGATTA_SPEED: '20' });
  const good = await joinRace(ws, 'Good');
  const { socket } = await rawClient(port);
  socket.pause();
  const tick = Number((await good.next('state'))['tick']);
  await good.next('state', (state) => Number(state['tick']) > tick + 2_000);
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => 'VmRSS: 0 kB');
  expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(200_000);
});

test('a handshake that is none is answered, and a full race says so', async () => {
  const { port, ws } = await startRegatta({ MAX_PLAYERS: '1' });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(
    'GET / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 8\r\n\r\n',
  );
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 426 .*\r\nsec-websocket-version: 13\r\n/);
  await openPlayer(ws);
  const late = await openPlayer(ws);
  expect(await late.closed).toEqual({ code: 1013, reason: 'The race is full: 1 are here already.' });
});

test.each(['SIGTERM', 'SIGINT'] as const)('on %s it tells the players and ends with 0', async (signal) => {
  const { server, port, ws } = await startRegatta();
  const ada = await joinRace(ws, 'Ada');
  const deaf = await rawClient(port);
  deaf.socket.pause();
  server.child.kill(signal);
  expect(await ada.closed).toEqual({ code: 1001, reason: 'The server is stopping.' });
  expect(ada.last('bye')).toEqual({ t: 'bye', reason: 'The server is stopping.' });
  expect(await server.ended()).toBe(0);
});

test.each([
  [{ PORT_GAME: '0', PORT: '1' }, []],
  [{ PORT: '0' }, []],
  [{ PORT_GAME: '1', PORT: '1' }, ['--port', '0']],
])('takes its port from %j and %j', async (env, args) => {
  const server = run(folder, 'server.js', args, env);
  expect(Number(await server.saw(/:(\d+)\/ for up to/))).toBeGreaterThan(1_023);
});

test('a browser that holds a connection and asks nothing does not keep it from ending', async () => {
  const { server, port } = await startRegatta();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  // Its answer tells that the server has taken the connection before it too.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  const cut = once(socket, 'close');
  socket.resume();
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  await cut;
});

test('a taken port is said in a sentence, with exit code 1', async () => {
  const { port } = await startRegatta();
  const second = run(folder, 'server.js', ['--port', String(port)]);
  expect(await second.ended()).toBe(1);
  expect(second.lines).toEqual([expect.stringMatching(/ERROR cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/)]);
});

test('a build of our packer unpacks to the same files, and the game runs from it', async () => {
  const { pack } = await openPacker();
  const { file } = await pack(folder);
  const unpacked = await untar(file);
  const [there, here] = [await treeOf(unpacked), await treeOf(folder)];
  const contents = (tree: Record<string, string>) =>
    Object.fromEntries(Object.entries(tree).map(([at, text]) => [at, text.replace(/^(folder )?\d+/, '')]));
  const { '.slipwayignore': _notPacked, ...packed } = contents(here);
  expect(contents(there)).toEqual(packed);
  const { ws } = await startRegatta({ REGATTA_SPEED: '6' }, unpacked);
  const ada = await joinRace(ws, 'Ada');
  await ada.next('state', ({ phase }) => phase === 'racing');
});

test.each(['pocket-regatta', 'udp-echo'])('the slipway.json of %s is one that a service reads', async (name) => {
  const text = await readFile(path.join(samples, name, 'slipway.json'), 'utf8');
  expect(buildManifest.parse(JSON.parse(text))).toMatchObject({ program: 'server.js' });
});
