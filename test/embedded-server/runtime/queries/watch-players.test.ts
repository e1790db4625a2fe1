// Servers that speak the query protocols of games, over real sockets: asked again and again, and hostile ones.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askPlayers, type Question } from '../../../../embedded-server/runtime/queries/ask.ts';
import { watchPlayers } from '../../../../embedded-server/runtime/queries/watch-players.ts';
import { until } from '../../../support/until.ts';
import { bedrockPong, minecraftStatus, quake3Status, sourceChallenge, sourceInfo } from './answers.ts';

async function udpGame(onPacket: (packet: Buffer, reply: (answer: Buffer) => void) => void): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (packet: Buffer, { port, address }: RemoteInfo) =>
    onPacket(packet, (answer) => socket.send(answer, port, address)),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

async function tcpGame(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('Source is asked again with the challenge that it gives', async () => {
  const port = await udpGame((packet, reply) => {
    expect(packet.subarray(4, 24).toString()).toBe('TSource Engine Query');
    reply(packet.subarray(25).equals(sourceChallenge.subarray(5)) ? sourceInfo(9, 1) : sourceChallenge);
  });
  expect(await askPlayers({ query: 'source', port })).toBe(8);
});

test('Quake 3 and Bedrock answer one packet', async () => {
  const quake = await udpGame((packet, reply) => {
    expect(packet.toString('latin1')).toBe('\xff\xff\xff\xffgetstatus\n');
    reply(quake3Status(['1 20 "one"']));
  });
  const bedrock = await udpGame((packet, reply) => {
    expect(packet.subarray(9, 25).toString('hex')).toBe('00ffff00fefefefefdfdfdfd12345678');
    reply(bedrockPong('MCPE;Hello;527;1.19.1;2;10'));
  });
  expect(await askPlayers({ query: 'quake3', port: quake })).toBe(1);
  expect(await askPlayers({ query: 'bedrock', port: bedrock })).toBe(2);
});

test('Minecraft answers over TCP, in pieces, and behind the PROXY protocol', async () => {
  const got: Buffer[] = [];
  const status = minecraftStatus({ players: { online: 5 }, favicon: 'x'.repeat(20_000) });
  const port = await tcpGame((socket) => {
    socket.once('data', (chunk: Buffer) => {
      got.push(chunk);
      socket.write(status.subarray(0, 7_000), () => socket.write(status.subarray(7_000)));
    });
  });
  expect(await askPlayers({ query: 'minecraft', port })).toBe(5);
  expect(await askPlayers({ query: 'minecraft', port, proxyProtocol: 'v2' })).toBe(5);
  // A handshake for the status, with the address that was asked, and the question.
  expect(got[0]?.toString('latin1', 1, 13)).toBe('\0\0\x09127.0.0.1');
  expect(got[0]?.subarray(-3).toString('hex')).toBe('010100');
  expect(got[1]?.subarray(0, 16).toString('hex')).toBe('0d0a0d0a000d0a515549540a20000000');
});

test.each<[string, Question['query'], () => Promise<number>]>([
  ['nothing', 'source', () => udpGame(() => {})],
  ['challenges without end', 'source', () => udpGame((_, reply) => reply(sourceChallenge))],
  [
    'a flood of nonsense',
    'quake3',
    () => udpGame((_, reply) => Array.from({ length: 100 }, () => reply(Buffer.alloc(9)))),
  ],
  ['nothing over TCP', 'minecraft', () => tcpGame((socket) => void socket.resume())],
  ['an end at once', 'minecraft', () => tcpGame((socket) => void socket.resume().end())],
  ['bytes without end', 'minecraft', () => tcpGame((socket) => pour(socket.resume()))],
  [
    'one byte after the other',
    'minecraft',
    () => tcpGame((socket) => void setInterval(() => socket.write(Buffer.from([0x80])), 20).unref()),
  ],
])('a server that answers %s is given up', async (_, query, open) => {
  expect(await askPlayers({ query, port: await open() }, 300)).toBeUndefined();
});

/** Says that much is to come, and never stops. */
function pour(socket: Socket): void {
  socket.write(Buffer.from([0xff, 0xff, 0x0f]));
  const more = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
  };
  socket.on('drain', more);
  more();
}

test('a server that stops answering is counted otherwise, which its log says once, and believed again when it answers', async () => {
  let online: number | undefined = 2;
  const port = await udpGame((_, reply) => {
    if (online !== undefined) reply(quake3Status(Array.from({ length: online }, () => '0 30 "p"')));
    else reply(Buffer.from('what?'));
  });
  const heard: (number | undefined)[] = [];
  const notes: string[] = [];
  const events = { onPlayers: (players?: number) => heard.push(players), note: (text: string) => notes.push(text) };
  const watch = watchPlayers({ query: 'quake3', port }, { ...events, timeoutMs: 50, everyMs: 5 });
  onTestFinished(() => watch.stop());
  await until(() => heard.at(-1) === 2);
  online = 3;
  await until(() => heard.at(-1) === 3);
  online = undefined;
  await until(() => heard.length === 3);
  online = 1;
  await until(() => heard.length === 4);
  expect(heard).toEqual([2, 3, undefined, 1]);
  expect(notes).toEqual([
    `It answers the query "quake3" on its port ${port}, which says who plays.`,
    `It does not answer the query "quake3" on its port ${port}. Its players are counted by connections.`,
    `It answers the query "quake3" on its port ${port}, which says who plays.`,
  ]);
});
