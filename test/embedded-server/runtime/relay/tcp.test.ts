// TCP through the relay: bytes, ends, resets, slow readers, room, and what is left behind.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/until.ts';
import { openOne, openScene, tcpClient, tcpServer, turnedAway } from './relay-scene.ts';

const MIB = 1_048_576;

async function hashOf(socket: Socket): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of socket) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, hash: hash.digest('hex') };
}

async function sendRandom(socket: Socket, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(async function* () {
    for (let left = bytes; left > 0; left -= MIB) {
      // Sizes differ, so that reads and writes do not always fall on the same borders.
      const chunk = randomBytes(Math.min(left, MIB));
      hash.update(chunk);
      yield chunk.subarray(0, 1_000);
      yield chunk.subarray(1_000);
    }
  }, socket);
  return hash.digest('hex');
}

/** Of this process, which the relay's thread is a part of. Only Linux tells. */
async function openHandles(): Promise<number> {
  return process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0;
}

/** Resolves when the socket is closed, be it with an error. */
function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.resume().once('close', () => resolve()));
}

test('50 MiB go each way at once and arrive as they were', async () => {
  const scene = openScene();
  const atServer = Promise.withResolvers<[{ bytes: number; hash: string }, string]>();
  const target = await tcpServer((socket) => {
    void Promise.all([hashOf(socket), sendRandom(socket, 50 * MIB)]).then(atServer.resolve, atServer.reject);
  });
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  const [answer, sent] = await Promise.all([hashOf(client), sendRandom(client, 50 * MIB)]);
  const [taken, answered] = await atServer.promise;
  expect(taken).toEqual({ bytes: 50 * MIB, hash: sent });
  expect(answer).toEqual({ bytes: 50 * MIB, hash: answered });
  const last = await scene.relay.close('one');
  expect(last).toMatchObject({ connections: 0, connectionsTotal: 1, bytesIn: 50 * MIB, bytesOut: 50 * MIB });
});

test('an end is passed on as an end, and the other way stays open', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => socket.end(`heard ${text}`));
  });
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  client.end('all of it');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toBe('heard all of it');
  await once(client, 'end');
});

test('a reset of the player reaches the server, and a reset of the server the player', async () => {
  const scene = openScene();
  const accepted: Socket[] = [];
  const target = await tcpServer((socket) => {
    accepted.push(socket);
    socket.resume();
  });
  const port = await openOne(scene, 'tcp', target.port);
  const errors: string[] = [];
  const noting = (who: string, socket: Socket) =>
    socket.on('error', (error: NodeJS.ErrnoException) => errors.push(`${who} ${error.code}`));
  const one = await tcpClient(port);
  await until(() => accepted.length === 1);
  noting('server', accepted[0] as Socket);
  one.resetAndDestroy();
  await until(() => errors.length === 1, 'the reset at the server');
  const other = noting('player', await tcpClient(port));
  await until(() => accepted.length === 2);
  other.resume();
  accepted[1]?.resetAndDestroy();
  await until(() => errors.length === 2, 'the reset at the player');
  expect(errors).toEqual(['server ECONNRESET', 'player ECONNRESET']);
});

test('a player who reads slowly holds the server back, and the relay keeps next to nothing', async () => {
  const scene = openScene();
  let written = 0;
  const target = await tcpServer((socket) => {
    const chunk = Buffer.alloc(MIB);
    const more = () => {
      while (written < 150 * MIB) {
        written += MIB;
        if (!socket.write(chunk)) return;
      }
      socket.end();
    };
    socket.on('drain', more);
    more();
  });
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  await until(async () => {
    const before = written;
    await delay(300);
    return written === before;
  }, 'the server to be held back');
  // What is on its way is in the buffers of the system, which grow to some megabytes for each of the two connections.
  expect(written).toBeLessThan(60 * MIB);
  expect((await hashOf(client)).bytes).toBe(150 * MIB);
});

test('200 connections that come and go leave nothing behind', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const port = await openOne(scene, 'tcp', target.port, { maxPlayers: 1000 });
  const before = await openHandles();
  const visit = async (index: number) => {
    const client = await tcpClient(port);
    client.write('x');
    await once(client, 'data');
    if (index % 3 === 0) client.resetAndDestroy();
    else if (index % 3 === 1) client.destroy();
    else client.end();
  };
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => visit(index)));
  }
  await until(() => scene.counts()?.connections === 0, 'all connections to be gone');
  await until(
    () => new Promise<boolean>((resolve) => target.getConnections((_, count) => resolve(count === 0))),
    'the server to have none',
  );
  expect(scene.counts()).toMatchObject({ connectionsTotal: 200, refused: 0, bytesIn: 200, bytesOut: 200 });
  await until(async () => (await openHandles()) <= before, 'the handles to be closed');
});

test('one player more than the limit is turned away at once and counted; a higher limit lets the next one in', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const port = await openOne(scene, 'tcp', target.port, { maxPlayers: 1 });
  const first = await tcpClient(port);
  first.write('x');
  await once(first, 'data');
  await turnedAway(port);
  await until(() => scene.counts()?.refused === 1);
  expect(scene.counts()).toMatchObject({ connections: 1, connectionsTotal: 1, refused: 1 });
  await scene.relay.setMaxPlayers('one', 2);
  const third = await tcpClient(port);
  third.write('y');
  await once(third, 'data');
  await until(() => scene.counts()?.connections === 2);
});

test('silent connections take no place of a player, and no more of them are held than a port may have', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const port = await openOne(scene, 'tcp', target.port, { mostAtOnce: 2 });
  const silent = [await tcpClient(port), await tcpClient(port)];
  await turnedAway(port);
  await until(() => scene.events.some((event) => event.t === 'refused' && event.why === 'sessions'));
  silent[0]?.destroy();
  await until(() => scene.counts()?.connections === 1);
  const player = await tcpClient(port);
  player.write('x');
  await once(player, 'data');
});

test('a connection that its player has ended gives its place back, also where the server never ends its side', async () => {
  const scene = openScene();
  const ended: Socket[] = [];
  const target = await tcpServer((socket) => socket.resume().on('end', () => ended.push(socket)));
  const port = await openOne(scene, 'tcp', target.port, { mostAtOnce: 1, tcpHalfOpenMs: 50 });
  const first = await tcpClient(port);
  first.end();
  await until(() => ended.length === 1);
  await until(() => scene.counts()?.connections === 0, 'its place to be free');
  const next = await tcpClient(port);
  next.write('x');
  await until(() => scene.counts()?.bytesIn === 1);
});

test('players who wait for the server are held up to the same number', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.write('welcome'));
  const port = await openOne(scene, 'tcp', target.port, { mostAtOnce: 1, waitsForServer: true });
  const first = await tcpClient(port);
  await turnedAway(port);
  await scene.relay.forward('one', [{ name: 'game', protocol: 'tcp' }]);
  expect(String((await once(first, 'data'))[0])).toBe('welcome');
});

test('with a limit of 0 none may come', async () => {
  const scene = openScene();
  const target = await tcpServer(() => expect.unreachable('the server must not be reached'));
  await turnedAway(await openOne(scene, 'tcp', target.port, { maxPlayers: 0 }));
  await until(() => scene.counts()?.refused === 1);
});

test('says in words that nothing listens yet, and lets players in once it does', async () => {
  const scene = openScene();
  const targetPort = await freePort();
  const port = await openOne(scene, 'tcp', targetPort);
  await turnedAway(port);
  await until(() => scene.events.some(({ t }) => t === 'targetRefused'));
  expect(scene.events.find(({ t }) => t === 'targetRefused')).toMatchObject({
    server_id: 'one',
    port: 'game',
    targetPort,
    message: expect.stringContaining(`nothing listens on its port ${targetPort} (tcp)`) as string,
  });
  await tcpServer((socket) => socket.pipe(socket), targetPort);
  const client = await tcpClient(port);
  client.write('hello');
  expect(String((await once(client, 'data'))[0])).toBe('hello');
});

test('players are served again when the server has restarted on the same port', async () => {
  const scene = openScene();
  const sockets: Socket[] = [];
  const first = await tcpServer((socket) => void sockets.push(socket));
  const port = await openOne(scene, 'tcp', first.port);
  const before = await tcpClient(port);
  await until(() => sockets.length === 1);
  sockets[0]?.resetAndDestroy();
  first.close();
  await gone(before);
  await tcpServer((socket) => socket.end('second life'), first.port);
  const [answer] = (await once(await tcpClient(port), 'data')) as [Buffer];
  expect(answer.toString()).toBe('second life');
});

test('a WebSocket passes untouched', async () => {
  const scene = openScene();
  const http = createServer();
  const wss = new WebSocketServer({ server: http });
  wss.on('connection', (socket) => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const port = await openOne(scene, 'tcp', (http.address() as { port: number }).port);
  const client = new WebSocket(`ws://127.0.0.1:${port}/play`);
  await once(client, 'open');
  const large = randomBytes(3 * MIB);
  client.send(large);
  const [echoed] = (await once(client, 'message')) as [Buffer];
  expect(echoed.equals(large)).toBe(true);
  client.close(4001, 'enough');
  expect((await once(client, 'close'))[0]).toBe(4001);
  wss.close();
  http.close();
});

test('closing a server ends its connections and frees its port', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const port = await openOne(scene, 'tcp', target.port);
  const client = await tcpClient(port);
  client.write('x');
  await once(client, 'data');
  const ended = once(client.resume(), 'end');
  expect(await scene.relay.close('one')).toMatchObject({ connections: 0, connectionsTotal: 1, bytesIn: 1 });
  await ended;
  const again = await scene.relay.open({
    server_id: 'two',
    maxPlayers: 1,
    ports: [{ name: 'game', protocol: 'tcp', listenPort: port, targetPort: target.port }],
  });
  expect(again).toEqual([{ name: 'game', protocol: 'tcp', hostname: '127.0.0.1', port }]);
  expect(await scene.relay.close('one')).toBeUndefined();
});
