// A relay in its thread, with real sockets on both sides of it, for the tests of the relay. All of it ends with the test.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createRelay, type Relay } from '../../../../embedded-server/runtime/relay/create-relay.ts';
import type { OpenRequest, RelayEvent, ServerCounts } from '../../../../embedded-server/runtime/relay/messages.ts';

export type Scene = { relay: Relay; events: RelayEvent[]; lost: unknown[]; counts(): ServerCounts | undefined };

const usualScript = '../../../../embedded-server/runtime/relay/relay-thread.ts';

export function openScene(script = usualScript): Scene {
  const events: RelayEvent[] = [];
  const lost: unknown[] = [];
  const relay = createRelay({
    script: new URL(script, import.meta.url),
    onEvent: (event) => events.push(event),
    onLost: (thrown) => lost.push(thrown),
  });
  onTestFinished(() => relay.stop());
  const counts = () => {
    const last = events.findLast(
      (event) => event.t === 'counts' && event.servers.some((one) => one.server_id === 'one'),
    );
    return last?.t === 'counts' ? last.servers.find((one) => one.server_id === 'one') : undefined;
  };
  return { relay, events, lost, counts };
}

/** Opens one port of a server named "one"; answers the public port. */
export async function openOne(
  { relay }: Scene,
  protocol: 'tcp' | 'udp',
  targetPort: number,
  more: Partial<OpenRequest> = {},
): Promise<number> {
  const ports = [{ name: 'game', protocol, listenPort: 0, targetPort }];
  const [opened] = await relay.open({ server_id: 'one', maxPlayers: 100, ports, ...more });
  return opened?.port ?? 0;
}

export async function tcpServer(onConnection: (socket: Socket) => void, port = 0): Promise<Server & { port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

export async function tcpClient(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A player who is turned away. That may be so early that he does not even see his connection open. */
export function turnedAway(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
  return new Promise((resolve) => void socket.resume().once('close', () => resolve()));
}

export async function udpServer(onPacket: (packet: Buffer, reply: (packet: Buffer) => void) => void, port = 0) {
  const socket = createSocket('udp4');
  socket.on('message', (packet, from) => onPacket(packet, (answer) => socket.send(answer, from.port, from.address)));
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.setRecvBufferSize(2_097_152);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  };
  onTestFinished(close);
  return { port: socket.address().port, close };
}

export type UdpClient = { socket: UdpSocket; got: string[]; send(text: string): void };

export async function udpClient(port: number): Promise<UdpClient> {
  const socket = createSocket('udp4');
  const got: string[] = [];
  socket.on('message', (packet) => got.push(packet.toString()));
  socket.on('error', () => {});
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setRecvBufferSize(2_097_152);
  onTestFinished(() => void socket.close());
  return { socket, got, send: (text) => socket.send(text) };
}
