// Players that ask for localhost, which is ::1 before anything else: they come to the server there too, and to nobody else.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { hasIPv6 } from '../../../support/has-ipv6.ts';
import { until } from '../../../support/until.ts';
import { openOne, openScene, tcpServer, udpServer } from './relay-scene.ts';

const withIPv6 = test.runIf(hasIPv6);

async function takeTcp(port: number, host = '::1'): Promise<void> {
  const server = createServer().listen({ port, host, ipv6Only: true, exclusive: true });
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
}

async function takeUdp(port: number, address = '::1'): Promise<void> {
  const socket = createSocket({ type: 'udp6', ipv6Only: true });
  onTestFinished(() => new Promise<void>((resolve) => void socket.close(() => resolve())));
  const listening = once(socket, 'listening');
  socket.bind({ port, address, exclusive: true });
  await listening;
}

withIPv6('over TCP one comes to the server at ::1, and no program gets between', async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => void socket.on('data', (text) => socket.write(`re ${text.toString()}`)));
  const port = await openOne(scene, 'tcp', target.port);
  for (const host of ['::1', '::']) await expect(takeTcp(port, host)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const player = connect(port, '::1');
  const answer = once(player, 'data');
  player.write('hello');
  expect(String((await answer)[0])).toBe('re hello');
  await until(() => scene.counts()?.connections === 1);
  const { localPort } = player;
  expect((await scene.relay.close('one'))?.firstPacketFrom).toBe(`[::1]:${localPort}`);
  player.destroy();
  await takeTcp(port);
});

withIPv6('over UDP as well, each is answered from where he asked', async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(Buffer.from(`re ${packet.toString()}`)));
  const port = await openOne(scene, 'udp', target.port);
  for (const host of ['::1', '::']) await expect(takeUdp(port, host)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  for (const [type, address] of [
    ['udp4', '127.0.0.1'],
    ['udp6', '::1'],
  ] as const) {
    const player = createSocket(type);
    const answer = once(player, 'message');
    player.send(address, port, address);
    const [text, from] = await answer;
    expect([String(text), from.address, from.port]).toEqual([`re ${address}`, address, port]);
    player.close();
  }
  await scene.relay.close('one');
  await takeUdp(port);
});

withIPv6('a port that another program has at ::1 is refused, and neither address is held afterwards', async () => {
  const { relay } = openScene();
  for (const protocol of ['tcp', 'udp'] as const) {
    const listenPort = await freePort();
    await (protocol === 'tcp' ? takeTcp : takeUdp)(listenPort);
    const ports = [{ name: 'game', protocol, listenPort, targetPort: 1 }];
    const opening = relay.open({ server_id: 'one', maxPlayers: 9, ports });
    await expect(opening).rejects.toMatchObject({ code: 'PORT_TAKEN' });
    const onlyHere = { server_id: 'one', hostname: '127.0.0.1', maxPlayers: 9 };
    const other = protocol === 'tcp' ? ('udp' as const) : ('tcp' as const);
    await relay.open({ ...onlyHere, ports: [{ name: 'game', protocol: other, listenPort, targetPort: 1 }] });
    await relay.close('one');
  }
});
