// Leaks a listening server on purpose.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';

test('leaves a server open', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(server.listening).toBe(true);
});
