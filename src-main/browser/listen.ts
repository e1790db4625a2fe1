// Binds the window's server to its usual port, or to any free one when that is taken, and says by whom.
import type { Server } from 'node:http';
import { LOOPBACK } from '../../src-shared/host-address.ts';
import { messageFor } from '../../src-shared/text/message.ts';
import { listenOnPort, portOwner } from '../core/host/listen.ts';

/** The usual port, so that a window that is still open finds Slipway again after a restart. */
export const USUAL_PORT = 7460;

export async function listenForWindow(server: Server, port: number): ReturnType<typeof listenOnPort> {
  try {
    return await listenOnPort(server, LOOPBACK, port);
  } catch (thrown) {
    if (port === 0 || !(thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE')) throw thrown;
    const bound = await listenOnPort(server, LOOPBACK, 0);
    const taken = messageFor('app.window-port-taken', { port, owner: await portOwner(port), used: bound.port });
    return { ...bound, notices: [taken, ...bound.notices] };
  }
}
