// Network conditions switched while people play: latency, loss that a seed repeats, narrow lines, cuts that heal.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { networkConditions } from '../../../../src-shared/servers/network-presets.ts';
import { until } from '../../../support/until.ts';
import { openOne, openScene, tcpClient, tcpServer, type UdpClient, udpClient, udpServer } from './relay-scene.ts';

/** How many packets of 300 arrive with the seed of the test below, those that come twice counted twice. */
const HEARD = 244;

async function echoTcp(client: Socket, text: string): Promise<number> {
  const started = performance.now();
  const answer = once(client, 'data');
  client.write(text);
  expect(String((await answer)[0])).toBe(text);
  return performance.now() - started;
}

async function echoUdp({ got, send }: UdpClient, text: string): Promise<number> {
  const started = performance.now();
  send(text);
  await until(() => got.includes(text), `the answer to ${text}`);
  return performance.now() - started;
}

test('latency is there at once for connections that exist, both for TCP and UDP', async () => {
  const scene = openScene();
  const tcpTarget = await tcpServer((socket) => socket.setNoDelay(true).pipe(socket));
  const udpTarget = await udpServer((packet, reply) => reply(packet));
  const [tcp, udp] = await scene.relay.open({
    server_id: 'one',
    maxPlayers: 9,
    ports: [
      { name: 'tcp', protocol: 'tcp', listenPort: 0, targetPort: tcpTarget.port },
      { name: 'udp', protocol: 'udp', listenPort: 0, targetPort: udpTarget.port },
    ],
  });
  const client = await tcpClient(tcp?.port ?? 0);
  const player = await udpClient(udp?.port ?? 0);
  await echoTcp(client, 'before');
  await echoUdp(player, 'before');
  await scene.relay.setConditions('one', networkConditions.parse({ latency_ms: 150 }));
  expect(await echoTcp(client, 'during')).toBeGreaterThanOrEqual(150);
  expect(await echoUdp(player, 'during')).toBeGreaterThanOrEqual(150);
  await scene.relay.setConditions('one', undefined);
  await echoTcp(client, 'after');
  await echoUdp(player, 'after');
});

test('what waits when conditions are lifted arrives whole and in order', async () => {
  const scene = openScene();
  const hash = createHash('sha256');
  const done = Promise.withResolvers<string>();
  const target = await tcpServer((socket) => {
    socket.on('data', (chunk) => hash.update(chunk));
    socket.on('end', () => done.resolve(hash.digest('hex')));
  });
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  const bytes = randomBytes(20_000_000);
  const slow = { latency_ms: 60, jitter_ms: 50, loss_percent: 0.01, bandwidth_bits: 2_000_000_000, seed: 5 };
  await scene.relay.setConditions('one', networkConditions.parse(slow));
  client.write(bytes.subarray(0, 9_000_000));
  await until(() => (scene.counts()?.bytesIn ?? 0) > 1_000_000);
  await scene.relay.setConditions('one', networkConditions.parse({ latency_ms: 5 }));
  client.write(bytes.subarray(9_000_000, 15_000_000));
  await until(() => (scene.counts()?.bytesIn ?? 0) > 9_000_000);
  await scene.relay.setConditions('one', undefined);
  client.end(bytes.subarray(15_000_000));
  expect(await done.promise).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('with a seed the same packets are lost, duplicated or late each time, and each is accounted for', async () => {
  const conditions = networkConditions.parse({ loss_percent: 30, duplicate_percent: 10, seed: 42 });
  const outcomes: { heard: string[]; dropped: number }[] = [];
  for (let run = 0; run < 2; run += 1) {
    const scene = openScene();
    const received: string[] = [];
    const target = await udpServer((packet) => void received.push(packet.toString()));
    const player = await udpClient(await openOne(scene, 'udp', target.port));
    await scene.relay.setConditions('one', conditions);
    for (let count = 0; count < 300; count += 1) {
      player.send(`${count}`);
      // Not all at once: what the test is about must be the only thing that loses packets.
      if (count % 100 === 99) await until(() => scene.counts()?.packetsIn === count + 1);
    }
    const dropped = () => scene.counts()?.dropped ?? 0;
    await until(() => new Set(received).size + dropped() === 300, 'each packet to arrive or to be counted');
    // The last ones may come twice: the second time may still be on its way.
    await until(() => received.length >= HEARD, 'each copy to arrive');
    outcomes.push({ heard: received, dropped: dropped() });
    await scene.relay.stop();
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[0]?.dropped).toBe(85);
  expect(outcomes[0]?.heard.length).toBeGreaterThan(new Set(outcomes[0]?.heard).size);
});

test('a narrow line lets no more through than it may', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  await scene.relay.setConditions('one', networkConditions.parse({ bandwidth_bits: 2_000_000 }));
  const started = performance.now();
  client.end(Buffer.alloc(125_000));
  let bytes = 0;
  for await (const chunk of client) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(125_000);
  // 125,000 bytes are half a second of this line; what an idle line lets pass at once comes off.
  expect(performance.now() - started).toBeGreaterThanOrEqual(450);
});

test('while cut, TCP waits and UDP is lost; healed, all goes on', async () => {
  const scene = openScene();
  const received: string[] = [];
  const tcpTarget = await tcpServer((socket) => void socket.on('data', (chunk) => received.push(chunk.toString())));
  const udpTarget = await udpServer((packet, reply) => reply(packet));
  const [tcp, udp] = await scene.relay.open({
    server_id: 'one',
    maxPlayers: 9,
    ports: [
      { name: 'tcp', protocol: 'tcp', listenPort: 0, targetPort: tcpTarget.port },
      { name: 'udp', protocol: 'udp', listenPort: 0, targetPort: udpTarget.port },
    ],
  });
  const client = await tcpClient(tcp?.port ?? 0);
  const player = await udpClient(udp?.port ?? 0);
  await echoUdp(player, 'before');
  await scene.relay.cut('one', 60_000);
  client.write('held');
  player.send('lost');
  await until(() => scene.counts()?.dropped === 1 && scene.counts()?.bytesIn === 14);
  const late = await tcpClient(tcp?.port ?? 0);
  late.write('also held');
  await until(() => scene.counts()?.bytesIn === 23);
  expect(received).toEqual([]);
  await scene.relay.cut('one', 0);
  await until(() => received.length === 2);
  expect(received.toSorted()).toEqual(['also held', 'held']);
  await echoUdp(player, 'after');
  expect(player.got).toEqual(['before', 'after']);
});

test('a cut heals by itself', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  await echoTcp(client, 'before');
  const started = performance.now();
  await scene.relay.cut('one', 200);
  await echoTcp(client, 'during');
  expect(performance.now() - started).toBeGreaterThanOrEqual(200);
});

test('an end that was sent during a cut comes after what was sent before it', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => socket.end(`heard ${text}`));
  });
  const client = await tcpClient(await openOne(scene, 'tcp', target.port));
  await scene.relay.setConditions('one', networkConditions.parse({ latency_ms: 20 }));
  await scene.relay.cut('one', 100);
  client.end('goodbye');
  expect(String((await once(client, 'data'))[0])).toBe('heard goodbye');
});
