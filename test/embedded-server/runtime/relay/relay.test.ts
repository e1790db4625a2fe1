// The relay as a whole: ports that are taken, several servers, what it tells and how often, and a thread that is lost.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { RelayPort } from '../../../../embedded-server/runtime/relay/messages.ts';
import { networkConditions } from '../../../../src-shared/servers/network-presets.ts';
import { until } from '../../../support/until.ts';
import { openOne, openScene, tcpClient, tcpServer, turnedAway, udpClient, udpServer } from './relay-scene.ts';

const game = (protocol: 'tcp' | 'udp', listenPort: number, targetPort = 9): RelayPort => {
  return { name: 'game', protocol, listenPort, targetPort };
};

test('a TCP port that is taken is refused with who has it, and no port stays open', async () => {
  const { relay } = openScene();
  const taken = await tcpServer(() => {});
  const ports = [game('udp', 0), game('tcp', taken.port)];
  await expect(relay.open({ server_id: 'one', maxPlayers: 1, ports })).rejects.toMatchObject({
    code: 'PORT_TAKEN',
    message: expect.stringMatching(
      new RegExp(`The port ${taken.port} \\(tcp\\) for "game" is taken by .*\\(process ${process.pid}\\)`),
    ) as string,
    metadata: { port: taken.port, protocol: 'tcp' },
  });
  // The same id is free again.
  expect(await relay.open({ server_id: 'one', maxPlayers: 1, ports: [game('udp', 0)] })).toHaveLength(1);
});

test('a UDP port that is taken is refused with who has it', async () => {
  const { relay } = openScene();
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  await expect(relay.open({ server_id: 'one', maxPlayers: 1, ports: [game('udp', port)] })).rejects.toMatchObject({
    code: 'PORT_TAKEN',
    message: expect.stringContaining(`(process ${process.pid})`) as string,
  });
  taken.close();
});

test('an address that this machine does not have is refused in words', async () => {
  const { relay } = openScene();
  const request = { server_id: 'one', hostname: '192.0.2.1', maxPlayers: 1, ports: [game('tcp', 0)] };
  await expect(relay.open(request)).rejects.toMatchObject({
    code: 'LISTENING_REFUSED',
    message: expect.stringContaining('this machine has no such address') as string,
  });
});

test('a server can be reached by name and over IPv6', async () => {
  const { relay } = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const ports = [{ ...game('udp', 0, target.port), targetHost: 'localhost' }];
  const [opened] = await relay.open({ server_id: 'one', hostname: 'localhost', maxPlayers: 1, ports });
  const player = await udpClient(opened?.port ?? 0);
  player.send('by name');
  await until(() => player.got.length === 1);
  const six = createSocket('udp6');
  const [onSix] = await relay.open({ server_id: 'six', hostname: '::1', maxPlayers: 1, ports });
  six.send('over six', onSix?.port ?? 0, '::1');
  expect(String((await once(six, 'message'))[0])).toBe('over six');
  six.close();
});

test('a port number that cannot be is refused before anything is opened', async () => {
  const { relay } = openScene();
  for (const port of [game('tcp', -1), game('udp', 65_536), game('tcp', 0, 70_000), game('udp', 0, 0)]) {
    await expect(relay.open({ server_id: 'one', maxPlayers: 1, ports: [port] })).rejects.toMatchObject({
      code: 'LISTENING_REFUSED',
      message: expect.stringContaining('is not a port') as string,
    });
  }
});

test('changing a server that has ended is refused in words; closing it again is not', async () => {
  const { relay } = openScene();
  await expect(relay.cut('one', 5)).rejects.toMatchObject({
    code: 'SERVERS_SERVER_NOT_FOUND',
    message: expect.stringContaining('has ended') as string,
  });
  expect(await relay.close('one')).toBeUndefined();
});

test('closing all ends the connections of every server', async () => {
  const { relay } = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const clients = [];
  for (const server_id of ['one', 'two', 'three']) {
    const [opened] = await relay.open({ server_id, maxPlayers: 5, ports: [game('tcp', 0, target.port)] });
    const client = await tcpClient(opened?.port ?? 0);
    client.write('x');
    await once(client, 'data');
    clients.push(client);
  }
  const ended = Promise.all(clients.map((client) => once(client.resume(), 'end')));
  await relay.closeAll();
  await ended;
  expect(await relay.close('two')).toBeUndefined();
});

test('counts come together and only for servers that changed', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const port = await openOne(scene, 'udp', target.port);
  await scene.relay.open({ server_id: 'quiet', maxPlayers: 1, ports: [game('udp', 0)] });
  const player = await udpClient(port);
  const packets = 2_000;
  for (let count = 0; count < packets; count += 1) {
    player.send(`${count}`);
    if (count % 100 === 99) await until(() => player.got.length === count + 1);
  }
  await until(() => scene.counts()?.packetsOut === packets);
  const servers = scene.events.flatMap((event) => (event.t === 'counts' ? event.servers : []));
  expect(new Set(servers.map(({ server_id }) => server_id))).toEqual(new Set(['one']));
  // One for each turn of the timer and not for each packet.
  expect(servers.length).toBeLessThan(packets / 20);
});

test('leads nobody to a port before the server itself listens there: another program may have the number until then', async () => {
  const scene = openScene();
  const [other, otherUdp] = [
    await tcpServer((socket) => socket.end('not yours')),
    await udpServer((_, reply) => reply(Buffer.from('not yours'))),
  ];
  const ports = [game('tcp', 0, other.port), { ...game('udp', 0, otherUdp.port), name: 'query' }];
  const opened = await scene.relay.open({ server_id: 'one', maxPlayers: 9, ports, waitsForServer: true });
  const [tcp = 0, udp = 0] = opened.map(({ port }) => port);
  await turnedAway(tcp);
  const player = await udpClient(udp);
  player.send('hello');
  const refused = () => scene.events.filter(({ t }) => t === 'targetRefused');
  await until(() => refused().length === 2, 'both to be told');
  expect(player.got).toEqual([]);
  await scene.relay.forward('one', [{ name: 'game', protocol: 'tcp' }]);
  expect(String((await once(await tcpClient(tcp), 'data'))[0])).toBe('not yours');
  player.send('hello');
  await scene.relay.forward('one', [{ name: 'query', protocol: 'udp' }]);
  await until(() => {
    player.send('hello again');
    return player.got.length > 0;
  });
  await until(() => (scene.counts()?.dropped ?? 0) > 0, 'what was dropped to be counted');
});

test('who comes a moment too early waits, and is let in once the server listens', async () => {
  const scene = openScene();
  const [target, targetUdp] = [
    await tcpServer((socket) => socket.end('welcome')),
    await udpServer((packet, reply) => reply(packet)),
  ];
  const ports = [game('tcp', 0, target.port), { ...game('udp', 0, targetUdp.port), name: 'query' }];
  const opened = await scene.relay.open({ server_id: 'one', maxPlayers: 9, ports, waitsForServer: true });
  const [tcp = 0, udp = 0] = opened.map(({ port }) => port);
  const early = await tcpClient(tcp);
  const player = await udpClient(udp);
  for (const text of ['one', 'two', 'three']) player.send(text);
  const knocks = () => scene.events.filter(({ t }) => t === 'knock');
  await until(() => knocks().length === 2, 'both to be told');
  await scene.relay.forward('one', [
    { name: 'game', protocol: 'tcp' },
    { name: 'query', protocol: 'udp' },
  ]);
  expect(String((await once(early, 'data'))[0])).toBe('welcome');
  await until(() => player.got.length === 3, 'all that was sent to be answered');
  expect(player.got).toEqual(['one', 'two', 'three']);
  expect(scene.events.filter(({ t }) => t === 'targetRefused')).toEqual([]);
});

test('when its thread is lost, the same ports are open again with the same limits and conditions', async () => {
  const scene = openScene('breaking-relay-thread.ts');
  const target = await tcpServer((socket) => socket.pipe(socket));
  const port = await openOne(scene, 'tcp', target.port, { waitsForServer: true });
  await scene.relay.forward('one', [{ name: 'game', protocol: 'tcp' }]);
  await scene.relay.setMaxPlayers('one', 1);
  await scene.relay.setConditions('one', networkConditions.parse({ latency_ms: 80 }));
  const before = await tcpClient(port);
  before.write('x');
  await once(before, 'data');
  const gone = new Promise<void>(
    (resolve) =>
      void before
        .resume()
        .once('end', resolve)
        .once('close', () => resolve()),
  );
  await scene.relay.cut('break', 0).catch(() => {}); // what breaking-relay-thread.ts takes as the word to break
  await gone;
  await until(() => scene.lost.length === 1, 'the thread to be lost');
  await until(async () => {
    const after = await tcpClient(port).catch(() => undefined);
    if (after === undefined) return false;
    const started = performance.now();
    const answered = Promise.race([
      once(after, 'data').catch(() => undefined),
      new Promise<undefined>((resolve) => void after.once('close', () => resolve(undefined))),
    ]);
    after.write('y');
    const isDelayed = (await answered) !== undefined && performance.now() - started >= 80;
    // The only place is free again for the next try.
    after.destroy();
    return isDelayed;
  }, 'the port to be open again with its latency');
});
