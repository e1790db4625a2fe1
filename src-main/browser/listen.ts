// Binds the window's server to its usual port, or to any free one when that is taken.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The usual port, so that a window that is still open finds Slipway again after a restart. */
export const USUAL_PORT = 7460;

export async function listenForWindow(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, port);
  } catch (thrown) {
    if (port === 0 || !(thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE')) throw thrown;
    return await listen(server, 0);
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening'); // rejects with the error that comes instead
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  return (server.address() as AddressInfo).port;
}
