// A public port that goes from one server to the next: who plays stays where they are, who comes is led to the one that is ready.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createSharedListeners } from '../../../../embedded-server/runtime/relay/listening-sockets.ts';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/until.ts';
import { openScene, tcpClient, tcpServer, udpClient, udpServer } from './relay-scene.ts';

test('one port for TCP and UDP is handed from one server to the next, and back', async () => {
  const { relay } = openScene();
  const public_port = await freePort();
  const open = async (server_id: string) => {
    const tcp = await tcpServer(
      (socket) => void socket.on('data', (text) => socket.write(`${server_id} ${text.toString()}`)),
    );
    const udp = await udpServer((packet, reply) => reply(Buffer.from(`${server_id} ${packet.toString()}`)));
    const shared = { name: 'game', listenPort: public_port, isShared: true };
    const ports = [
      { ...shared, protocol: 'tcp' as const, targetPort: tcp.port },
      { ...shared, protocol: 'udp' as const, targetPort: udp.port },
    ];
    await relay.open({ server_id, maxPlayers: 9, ports });
  };
  const say = async (client: Awaited<ReturnType<typeof tcpClient>>, text: string) => {
    const answer = once(client, 'data');
    client.write(text);
    return String((await answer)[0]);
  };
  await open('old');
  const [player, gamer] = [await tcpClient(public_port), await udpClient(public_port)];
  expect(await say(player, 'hello')).toBe('old hello');
  gamer.send('hello');
  await until(() => gamer.got.includes('old hello'));
  await open('new');
  expect(await say(await tcpClient(public_port), 'not ready')).toBe('old not ready');
  await relay.promote('new');
  const newcomer = await udpClient(public_port);
  newcomer.send('hello');
  await until(() => newcomer.got.includes('new hello'));
  expect(await say(await tcpClient(public_port), 'who')).toBe('new who');
  expect(await say(player, 'still')).toBe('old still');
  gamer.send('still');
  await until(() => gamer.got.includes('old still'));
  await relay.promote('old');
  expect(await say(await tcpClient(public_port), 'back')).toBe('old back');
  await relay.close('old');
  gamer.send('again');
  await until(() => gamer.got.includes('new again'));
  expect(await say(await tcpClient(public_port), 'alone')).toBe('new alone');
  await relay.close('new');
  await relay.open({
    server_id: 'third',
    maxPlayers: 9,
    ports: [{ name: 'game', protocol: 'udp', listenPort: public_port, targetPort: 1 }],
  });
});

test('a port that is not to be shared is refused to the second', async () => {
  const { relay } = openScene();
  const ports = [{ name: 'game', protocol: 'udp' as const, listenPort: await freePort(), targetPort: 1 }];
  await relay.open({ server_id: 'old', maxPlayers: 9, ports });
  await expect(relay.open({ server_id: 'new', maxPlayers: 9, ports })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
});

test('a packet that names no port to answer to is dropped, and those after it are not', async () => {
  const taken: string[] = [];
  let dropped = 0;
  const owner = {
    knows: () => false,
    take: (packet: Buffer, address: string, port: number) => void taken.push(`${packet.toString()} ${address} ${port}`),
    dropped: () => void (dropped += 1),
  };
  const place = { hostname: '127.0.0.1', listenPort: 0, isShared: false };
  const { handle, leave } = await createSharedListeners().udp(place, owner);
  const sender = { address: '127.0.0.1', family: 'IPv4', size: 4 };
  handle(sender.address).emit('message', Buffer.from('made up'), { ...sender, port: 0 });
  handle(sender.address).emit('message', Buffer.from('hello'), { ...sender, port: 4000 });
  await leave(owner);
  expect([taken, dropped]).toEqual([['hello 127.0.0.1 4000'], 1]);
});
