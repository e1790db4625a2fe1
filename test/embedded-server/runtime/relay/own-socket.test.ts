// Accepted sockets that read into our buffer: notices when a later Node no longer lets us, and shows that all works then too.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ownSocket } from '../../../../embedded-server/runtime/relay/own-socket.ts';
import { until } from '../../../support/until.ts';
import { tcpClient } from './relay-scene.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function accept(): Promise<{ accepted: Socket; client: Socket; server: Server }> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = once(server, 'connection');
  const client = await tcpClient((server.address() as AddressInfo).port);
  const [accepted] = (await connection) as [Socket];
  return { accepted, client, server };
}

/** Takes one read at a time: after each it wants no more until it is asked to go on. */
function reader() {
  const ours = Buffer.alloc(8);
  const got: { text: string; isOurs: boolean }[] = [];
  const take = (length: number, buffer: Buffer) => {
    got.push({ text: buffer.subarray(0, length).toString(), isOurs: buffer === ours });
    return false;
  };
  return { got, reading: { buffer: () => ours, take } };
}

const text = (got: { text: string }[]) => got.map((each) => each.text).join('');

test('an accepted socket reads into the very buffer that we gave it, and stops when told', async () => {
  const { accepted, client, server } = await accept();
  const { got, reading } = reader();
  const socket = ownSocket(accepted, reading);
  expect(socket).not.toBe(accepted);
  client.write('twelve bytes');
  await until(() => got.length === 1);
  expect(got).toEqual([{ text: 'twelve b', isOurs: true }]);
  socket.resume();
  await until(() => text(got) === 'twelve bytes');
  const end = once(socket, 'end');
  client.end();
  socket.resume();
  await end;
  const gone = once(socket, 'close');
  socket.end('bye');
  expect(String((await once(client, 'data'))[0])).toBe('bye');
  await gone;
  // The server counts it as gone, so it can close.
  const closed = once(server, 'close');
  server.close();
  await closed;
});

test('where there is no such handle, the socket is read as Node does it, with the same outcome', async () => {
  const { accepted, client } = await accept();
  const handle: unknown = Reflect.get(accepted, '_handle');
  const { got, reading } = reader();
  Reflect.set(accepted, '_handle', undefined);
  const look = Reflect.get.bind(Reflect);
  Reflect.get = (target: object, key: PropertyKey, ...rest: []) =>
    key === '_handle' ? undefined : look(target, key, ...rest);
  Reflect.set(accepted, '_handle', handle);
  const socket = ownSocket(accepted, reading);
  Reflect.get = look;
  expect(socket).toBe(accepted);
  client.write('twelve ');
  await until(() => text(got) === 'twelve ');
  client.write('bytes');
  socket.resume();
  await until(() => text(got) === 'twelve bytes');
  expect(got.every(({ isOurs }) => !isOurs)).toBe(true);
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
});
