// The ports of a server at another address of the machine as well: the same server with the same places, until that is taken back.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { openOne, openScene, tcpClient, tcpServer, turnedAway, udpClient, udpServer } from './relay-scene.ts';

/** Another address of this machine, as one in a private network would be. */
const elsewhere = '127.0.0.2';

function playerAt(port: number): Socket {
  const socket = connect({ port, host: elsewhere });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Also where the connection is refused. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.resume().once('close', () => resolve()));
}

test('players of both addresses are on one server and share its places', async () => {
  const scene = openScene();
  const { port: target } = await tcpServer((socket) => socket.write('hello'));
  const port = await openOne(scene, 'tcp', target, { maxPlayers: 2 });
  const refused = playerAt(port);
  await closed(refused);
  expect(await scene.relay.share('one', elsewhere)).toEqual([
    { name: 'game', protocol: 'tcp', hostname: elsewhere, port },
  ]);
  const guest = playerAt(port);
  expect(String((await once(guest, 'data'))[0])).toBe('hello');
  await tcpClient(port);
  await until(() => scene.counts()?.connections === 2);
  const third = playerAt(port);
  await closed(third);
  await until(() => scene.counts()?.refused === 1);
});

test('a port holds no more connections at two addresses than at one', async () => {
  const scene = openScene();
  const { port: target } = await tcpServer(() => {});
  const port = await openOne(scene, 'tcp', target, { mostAtOnce: 2 });
  await scene.relay.share('one', elsewhere);
  await tcpClient(port);
  await once(playerAt(port), 'connect');
  await until(() => scene.counts()?.connections === 2);
  await Promise.all([turnedAway(port), closed(playerAt(port))]);
  await until(() => scene.counts()?.refused === 2);
  expect(scene.counts()).toMatchObject({ connections: 2, lastRefused: { why: 'sessions' } });
});

test('a port holds no more players who wait for the server at two addresses than at one', async () => {
  const scene = openScene();
  const { port: target } = await tcpServer((socket) => socket.write('hello'));
  const port = await openOne(scene, 'tcp', target, { mostAtOnce: 1, waitsForServer: true });
  await scene.relay.share('one', elsewhere);
  await tcpClient(port);
  playerAt(port);
  await until(() => scene.counts()?.refused === 1, 'either to be turned away');
  await scene.relay.forward('one', [{ name: 'game', protocol: 'tcp' }]);
  await until(() => scene.counts()?.connections === 1, 'the other to come in');
});

test('a port holds no more sessions over UDP at two addresses than at one', async () => {
  const scene = openScene();
  const { port: target } = await udpServer((packet, reply) => reply(packet));
  const port = await openOne(scene, 'udp', target, { mostAtOnce: 1 });
  await scene.relay.share('one', elsewhere);
  const first = await udpClient(port);
  first.send('ping');
  await until(() => first.got.length === 1);
  const guest = createSocket('udp4');
  onTestFinished(() => void guest.close());
  guest.send('ping', port, elsewhere);
  await until(() => scene.counts()?.refused === 1 || scene.counts()?.connections === 2);
  expect(scene.counts()).toMatchObject({ connections: 1, lastRefused: { why: 'sessions' } });
});

test('when it is taken back, who came that way goes, and the others stay', async () => {
  const scene = openScene();
  const { port: target } = await tcpServer(() => {});
  const port = await openOne(scene, 'tcp', target);
  await scene.relay.share('one', elsewhere);
  const guest = playerAt(port);
  await once(guest, 'connect');
  const own = await tcpClient(port);
  await until(() => scene.counts()?.connections === 2);
  const left = closed(guest);
  expect(await scene.relay.share('one', undefined)).toEqual([]);
  await left;
  await until(() => scene.counts()?.connections === 1);
  expect(own.destroyed).toBe(false);
  await closed(playerAt(port));
});

test('packets over UDP find the server at the other address, until the server ends', async () => {
  const { relay } = openScene();
  const { port: target } = await udpServer((packet, reply) => reply(packet));
  const port = await openOne({ relay, events: [], lost: [], counts: () => undefined }, 'udp', target);
  await relay.share('one', elsewhere);
  const guest = createSocket('udp4');
  onTestFinished(() => void guest.close());
  guest.send('ping', port, elsewhere);
  expect(String((await once(guest, 'message'))[0])).toBe('ping');
  await relay.close('one');
  const other = createSocket('udp4');
  onTestFinished(() => void other.close());
  other.bind({ address: elsewhere, port, exclusive: true });
  await once(other, 'listening');
});

test('a server that ends while its port is opened elsewhere leaves nothing open', async () => {
  const { relay } = openScene();
  const { port: target } = await tcpServer(() => {});
  const scene = { relay, events: [], lost: [], counts: () => undefined };
  const port = await openOne(scene, 'tcp', target, { hostname: elsewhere });
  // A name has to be looked up, which takes its time.
  const shared = relay.share('one', 'localhost');
  await relay.close('one');
  await shared.catch(() => undefined); // whether it came to it is all the same
  const other = createServer();
  onTestFinished(() => void other.close());
  await once(other.listen({ host: 'localhost', port, exclusive: true }), 'listening');
});

test('an address that this machine does not have is refused, and the server stays as it was', async () => {
  const scene = openScene();
  const { port: target } = await tcpServer((socket) => socket.write('hello'));
  const port = await openOne(scene, 'tcp', target);
  await expect(scene.relay.share('one', '192.0.2.77')).rejects.toMatchObject({ code: 'LISTENING_REFUSED' });
  const own = await tcpClient(port);
  expect(String((await once(own, 'data'))[0])).toBe('hello');
});
