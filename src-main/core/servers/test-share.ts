// Whether the ports of a shared server answer at their address. One machine alone can tell as much: what a firewall keeps from others, it
// need not keep from itself.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { SharedAnswer, SharedPort } from '../../../src-shared/servers/bridge.ts';

const PATIENCE_MS = 3_000;

export async function testShare(address: string, ports: readonly SharedPort[]): Promise<SharedAnswer[]> {
  return await Promise.all(
    ports.map(async (port) => ({
      ...port,
      isOpen: await (port.protocol === 'tcp' ? isConnected(address, port.port) : isBound(address, port.port)),
    })),
  );
}

async function isConnected(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A game need not answer to any packet, so what tells is that nobody else can have the port. */
async function isBound(address: string, port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    const listening = once(socket, 'listening');
    socket.bind({ address, port, exclusive: true });
    await listening;
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE';
  } finally {
    socket.close();
  }
}
