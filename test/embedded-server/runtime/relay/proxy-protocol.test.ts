// A server that asks for the PROXY protocol learns from each TCP connection who the player is, before any byte of theirs.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proxyHeader } from '../../../../embedded-server/runtime/relay/proxy-header.ts';
import { networkConditions } from '../../../../src-shared/servers/network-presets.ts';
import { until } from '../../../support/until.ts';
import { openScene, type Scene, tcpServer } from './relay-scene.ts';

type Header = { version: number; command: string; family: string; from: string; to: string; rest: string };

/** Reads it as the specification says, from nothing that the relay uses. */
function parse(bytes: Buffer): Header {
  expect(bytes.subarray(0, 12).toString('latin1')).toBe('\r\n\r\n\0\r\nQUIT\n');
  const length = bytes.readUInt16BE(14);
  const body = bytes.subarray(16, 16 + length);
  const family = ['none', 'IPv4', 'IPv6'][bytes.readUInt8(13) >> 4] ?? '?';
  const size = family === 'IPv4' ? 4 : 16;
  const endpoint = (at: number, portAt: number) =>
    family === 'none' ? '' : `${addressText(body.subarray(at, at + size))} ${body.readUInt16BE(portAt)}`;
  return {
    version: bytes.readUInt8(12) >> 4,
    command: (bytes.readUInt8(12) & 0x0f) === 1 ? 'PROXY' : 'LOCAL',
    family,
    from: endpoint(0, 2 * size),
    to: endpoint(size, 2 * size + 2),
    rest: bytes.subarray(16 + length).toString(),
  };
}

function addressText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':');
}

/** A port of a server that keeps all that it is sent on each connection. */
async function openPort({ relay }: Scene, hostname: string) {
  const got: Buffer[] = [];
  const target = await tcpServer((socket) => {
    const index = got.push(Buffer.alloc(0)) - 1;
    socket.on('data', (chunk) => {
      got[index] = Buffer.concat([got[index] ?? Buffer.alloc(0), chunk]);
    });
  });
  const ports = [
    { name: 'game', protocol: 'tcp' as const, listenPort: 0, targetPort: target.port, proxyProtocol: 'v2' as const },
  ];
  const [opened] = await relay.open({ server_id: 'one', hostname, maxPlayers: 9, ports });
  return { got, port: opened?.port ?? 0 };
}

async function playerAt(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test.each([
  ['127.0.0.1', '127.0.0.1', 'IPv4', '127.0.0.1'],
  ['::1', '::1', 'IPv6', '0:0:0:0:0:0:0:1'],
  // A socket for both kinds of address: a player with the older kind keeps it.
  ['::', '127.0.0.1', 'IPv4', '127.0.0.1'],
])('behind %s a player at %s is told as %s', async (listens, host, family, address) => {
  const scene = openScene();
  const { got, port } = await openPort(scene, listens);
  const player = await playerAt(host, port);
  await until(() => (got[0]?.length ?? 0) > 0, 'the header, before the player has said anything');
  player.write('hello');
  await until(() => got[0]?.toString().endsWith('hello') === true);
  expect(parse(got[0] ?? Buffer.alloc(0))).toEqual({
    version: 2,
    command: 'PROXY',
    family,
    from: `${address} ${player.localPort}`,
    to: `${address} ${port}`,
    rest: 'hello',
  });
  // What we add is no traffic of the player.
  await until(() => scene.counts()?.bytesIn === 5);
});

test('the header comes first also where the network is slow, and for a player who waits out a cut', async () => {
  const scene = openScene();
  const { got, port } = await openPort(scene, '127.0.0.1');
  await scene.relay.setConditions('one', networkConditions.parse({ latency_ms: 80, jitter_ms: 20 }));
  const slow = await playerAt('127.0.0.1', port);
  slow.write('slow');
  await until(() => got[0]?.toString().endsWith('slow') === true);
  await scene.relay.cut('one', 60_000);
  const held = await playerAt('127.0.0.1', port);
  held.write('held');
  await until(() => (scene.counts()?.bytesIn ?? 0) === 8);
  await scene.relay.cut('one', 0);
  await until(() => got[1]?.toString().endsWith('held') === true);
  expect(got.map(parse)).toMatchObject([
    { from: `127.0.0.1 ${slow.localPort}`, rest: 'slow' },
    { from: `127.0.0.1 ${held.localPort}`, rest: 'held' },
  ]);
});

test('addresses of all kinds are written as they are meant', () => {
  const to = { address: '2001:db8::1', port: 443 };
  const from = (address: string) => parse(proxyHeader({ address, port: 50_000 }, to)).from;
  expect(from('2001:db8:0:0:1::beef')).toBe('2001:db8:0:0:1:0:0:beef 50000');
  expect(from('fe80::1%eth0')).toBe('fe80:0:0:0:0:0:0:1 50000');
  expect(from('::')).toBe('0:0:0:0:0:0:0:0 50000');
  expect(from('64:ff9b::192.0.2.33')).toBe('64:ff9b:0:0:0:0:c000:221 50000');
  expect(from('1:2:3:4:5:6:7:8')).toBe('1:2:3:4:5:6:7:8 50000');
  const mapped = proxyHeader({ address: '::ffff:192.0.2.7', port: 1 }, { address: '::ffff:10.0.0.1', port: 2 });
  expect(parse(mapped)).toMatchObject({ family: 'IPv4', from: '192.0.2.7 1', to: '10.0.0.1 2' });
  // A player who is gone has no address any more, and nobody is spoken for.
  expect(parse(proxyHeader({ address: '', port: 0 }, to))).toMatchObject({
    command: 'LOCAL',
    family: 'none',
    rest: '',
  });
});
