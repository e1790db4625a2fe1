// Leaks both ends of a socket on purpose; only the server itself is closed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';

test('leaves a socket open', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const socket = connect(address.port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
  server.close();
  expect(socket.destroyed).toBe(false);
});
