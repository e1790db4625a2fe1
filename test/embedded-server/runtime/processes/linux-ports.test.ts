// The ports of a process, told apart from all else that is a socket: here of this one, in whatever order Linux lists them.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { linuxOpenPorts } from '../../../../embedded-server/runtime/processes/linux-ports.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const ofThisProcess = () => linuxOpenPorts([process.pid]).get(process.pid) ?? [];

async function listen(place: string): Promise<number> {
  const server = createServer().listen(place.includes('/') ? { path: place } : { host: place, port: 0 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function call(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
}

async function udp(type: 'udp4' | 'udp6', use: (socket: Socket) => unknown, when: string): Promise<number> {
  const socket = createSocket(type);
  onTestFinished(() => void socket.close());
  use(socket);
  await once(socket, when);
  return socket.address().port;
}

test.skipIf(process.platform !== 'linux')(
  'what listens is found among many others and beside connections',
  async () => {
    const before = ofThisProcess();
    const ports = await Promise.all(Array.from({ length: 40 }, () => listen('127.0.0.1')));
    for (const port of ports.slice(0, 8)) await call(port);
    const v6 = await listen('::1');
    await listen(`${await makeTempFolder('socket')}/s`);
    const bound = await udp('udp4', (socket) => socket.bind(0, '127.0.0.1'), 'listening');
    const boundV6 = await udp('udp6', (socket) => socket.bind(0, '::1'), 'listening');
    await udp('udp4', (socket) => socket.connect(bound, '127.0.0.1'), 'connect');
    const expected = [
      ...before,
      ...ports.map((port) => ({ protocol: 'tcp', address: '127.0.0.1', port })),
      { protocol: 'tcp', address: '::1', port: v6 },
      { protocol: 'udp', address: '127.0.0.1', port: bound },
      { protocol: 'udp', address: '::1', port: boundV6 },
    ];
    const found = ofThisProcess();
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  },
);

test.skipIf(process.platform !== 'linux')('a process that is gone has none', () => {
  expect(linuxOpenPorts([2 ** 22 + 1])).toEqual(new Map());
});
