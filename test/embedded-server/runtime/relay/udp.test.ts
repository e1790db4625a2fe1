// UDP through the relay: sessions of several players, their time, their number, and servers that are not there.
import { expect, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/until.ts';
import { openOne, openScene, udpClient, udpServer } from './relay-scene.ts';

test('each of several players gets the answers to what he sent, and the server can tell them apart', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(Buffer.from(`re ${packet.toString()}`)));
  const port = await openOne(scene, 'udp', target.port);
  const players = await Promise.all(Array.from({ length: 8 }, () => udpClient(port)));
  for (let round = 0; round < 50; round += 1) {
    for (const [index, { send }] of players.entries()) send(`${index}/${round}`);
    await until(() => players.every(({ got }) => got.length === round + 1), `the answers of round ${round}`);
  }
  for (const [index, { got }] of players.entries()) {
    expect(got).toEqual(Array.from({ length: 50 }, (_, round) => `re ${index}/${round}`));
  }
  await until(() => scene.counts()?.packetsOut === 400);
  expect(scene.counts()).toMatchObject({ connections: 8, connectionsTotal: 8, packetsIn: 400, dropped: 0 });
});

test('an empty packet and one of the largest size pass as they are', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const player = await udpClient(await openOne(scene, 'udp', target.port));
  player.send('');
  await until(() => player.got.length === 1);
  player.send('x'.repeat(65_507));
  await until(() => player.got.length === 2);
  expect(player.got.map((text) => text.length)).toEqual([0, 65_507]);
});

test('a session that is silent for long ends and makes room; a new packet begins another', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const port = await openOne(scene, 'udp', target.port, { udpIdleMs: 200, maxPlayers: 1 });
  const player = await udpClient(port);
  player.send('one');
  await until(() => scene.counts()?.connectionsTotal === 1);
  await until(() => scene.counts()?.connections === 0, 'the session to end');
  const other = await udpClient(port);
  other.send('two');
  await until(() => other.got.length === 1);
  await until(() => scene.counts()?.connectionsTotal === 2);
});

test('what only the server sends does not keep the place of a player who is gone', async () => {
  const scene = openScene();
  let stillSends: ReturnType<typeof setInterval> | undefined;
  let answer: (() => void) | undefined;
  const target = await udpServer((packet, reply) => {
    answer = () => reply(packet);
    stillSends ??= setInterval(() => answer?.(), 20);
  });
  const player = await udpClient(await openOne(scene, 'udp', target.port, { udpIdleMs: 200 }));
  // A busy machine may forget him before he heard anything.
  await until(() => {
    if (player.got.length < 3) player.send('here');
    return player.got.length > 2;
  });
  await until(() => scene.counts()?.connections === 0, 'the session to end');
  clearInterval(stillSends);
});

test('a player too many is counted once however often he sends, and gets nothing', async () => {
  const scene = openScene();
  const received: string[] = [];
  const target = await udpServer((packet, reply) => {
    received.push(packet.toString());
    reply(packet);
  });
  const port = await openOne(scene, 'udp', target.port, { maxPlayers: 1 });
  const first = await udpClient(port);
  first.send('first');
  await until(() => first.got.length === 1);
  const second = await udpClient(port);
  for (let count = 0; count < 5; count += 1) second.send('second');
  await until(() => scene.counts()?.refused === 1);
  first.send('still');
  await until(() => first.got.length === 2);
  expect(received).toEqual(['first', 'still']);
  await scene.relay.setMaxPlayers('one', 2);
  second.send('now');
  await until(() => second.got.length === 1);
  expect(scene.counts()?.refused).toBe(1);
});

test('no more sessions are held than a port may have', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const port = await openOne(scene, 'udp', target.port, { mostAtOnce: 1 });
  const [first, second] = [await udpClient(port), await udpClient(port)];
  first.send('x');
  await until(() => first.got.length === 1);
  second.send('y');
  await until(() => scene.events.some((event) => event.t === 'refused' && event.why === 'sessions'));
});

test('TCP connections and UDP sessions share one limit', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const opened = await scene.relay.open({
    server_id: 'one',
    maxPlayers: 1,
    ports: [
      { name: 'a', protocol: 'udp', listenPort: 0, targetPort: target.port },
      { name: 'b', protocol: 'udp', listenPort: 0, targetPort: target.port },
    ],
  });
  const [one, other] = await Promise.all(opened.map(({ port }) => udpClient(port)));
  one?.send('x');
  await until(() => one?.got.length === 1);
  other?.send('y');
  await until(() => scene.counts()?.refused === 1);
  const ports = scene.counts()?.ports.map(({ name, connections, refused }) => ({ name, connections, refused }));
  expect(ports).toEqual([
    { name: 'a', connections: 1, refused: 0 },
    { name: 'b', connections: 0, refused: 1 },
  ]);
});

test('says that nothing listens, and goes on with the same player once it does', async () => {
  const scene = openScene();
  const targetPort = await freePort();
  const player = await udpClient(await openOne(scene, 'udp', targetPort));
  await until(() => {
    player.send('anyone?');
    return scene.events.some(({ t }) => t === 'targetRefused');
  });
  await udpServer((packet, reply) => reply(packet), targetPort);
  await until(() => {
    player.send('and now?');
    return player.got.length > 0;
  });
  expect((await scene.relay.close('one'))?.connectionsTotal).toBe(1);
});

test('tells when the first and the last packet of players came', async () => {
  const scene = openScene();
  const before = Date.now();
  const target = await udpServer((packet, reply) => reply(packet));
  const player = await udpClient(await openOne(scene, 'udp', target.port));
  expect((await scene.relay.close('one'))?.firstPacketAt).toBeUndefined();
  const port = await openOne(scene, 'udp', target.port);
  const late = await udpClient(port);
  late.send('x');
  await until(() => late.got.length === 1);
  const counts = await scene.relay.close('one');
  expect(counts?.firstPacketAt).toBeGreaterThanOrEqual(before);
  expect(counts?.firstPacketFrom).toBe(`127.0.0.1:${late.socket.address().port}`);
  expect(counts?.lastPacketAt).toBeGreaterThanOrEqual(counts?.firstPacketAt ?? Number.POSITIVE_INFINITY);
  expect(player.got).toEqual([]);
});
