// The other process of the watch measure: the service, or bare sockets that hold callers and write them the same bytes.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { startServer } from '../../embedded-server/index.ts';

/** What it says over IPC once it listens; `memory` is asked for by a message. */
export type WatchServerReady = { port: number; token: string };

/** What the system gave it. */
export type WatchServerMemory = { rss: number };

const [, , mode = 'service', data = ''] = process.argv;
const { port, token } = mode === 'service' ? await serve() : await holdSockets();

process.on('message', (message) => {
  if (message === 'memory') void tellMemory();
  if (message === 'stop') process.exit(0);
});
process.send?.({ port, token } satisfies WatchServerReady);

async function serve(): Promise<WatchServerReady> {
  return await startServer({ dataFolder: data, port: 0, onLog: () => {} });
}

/** Holds who sends a line; a line that starts with CHANGE brings the bytes that all get. */
async function holdSockets(): Promise<WatchServerReady> {
  const held = new Set<Socket>();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.once('close', () => held.delete(socket));
    socket.once('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (!text.startsWith('CHANGE')) held.add(socket);
      else for (const waiting of held) waiting.write(text.slice('CHANGE'.length), 'latin1');
    });
  });
  await new Promise<void>((resolve) => void server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  return { port: (server.address() as AddressInfo).port, token: '' };
}

async function tellMemory(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  process.send?.({ rss: process.memoryUsage.rss() } satisfies WatchServerMemory);
}
