// The UDP echo server, over real sockets.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run, samples } from './support.ts';

const folder = path.join(samples, 'udp-echo');

test('every packet comes back as it was, and SIGTERM ends it with 0', async () => {
  const server = run(folder, 'server.js', ['--port', '0']);
  const port = Number(await server.saw(/udp:\/\/127\.0\.0\.1:(\d+)/));
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  for (const packet of [Buffer.from('ahoy'), Buffer.alloc(0), Buffer.alloc(1_400, 7)]) {
    const answered = once(socket, 'message');
    socket.send(packet, port, '127.0.0.1');
    const [answer]: Buffer[] = await answered;
    expect(answer?.equals(packet)).toBe(true);
  }
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
});

test('takes its port from the environment', async () => {
  const server = run(folder, 'server.js', [], { PORT_ECHO: '0', PORT: '1' });
  expect(Number(await server.saw(/127\.0\.0\.1:(\d+)/))).toBeGreaterThan(1_023);
});
