// Binds the window's server to its usual port, or to any free one when that is taken.
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

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
      resolve((server.address() as AddressInfo).port);
    });
  });
}
