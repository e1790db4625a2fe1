// A proxy as companies put before the network: plain HTTP is asked of it whole, TLS goes through it as a tunnel.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type SystemProxy = {
  readonly url: string;
  /** What was asked of it, in order. */
  readonly through: string[];
  /** Everything that went through its tunnels toward the other side, as text. */
  bytes(): string;
};

export async function startSystemProxy(): Promise<SystemProxy> {
  const through: string[] = [];
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    through.push(request.url ?? '');
    const { host } = new URL(request.url ?? '');
    const headers = { ...request.headers, host };
    const upstream = http.request(request.url ?? '', { method: request.method, headers, agent: false });
    upstream.on('error', () => response.destroy());
    upstream.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(upstream);
  });
  server.on('connect', (request, socket: Socket) => {
    through.push(`CONNECT ${request.url}`);
    const [host = '', port] = (request.url ?? '').split(':');
    const upstream = net.connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
    socket.on('data', (chunk: Buffer) => seen.push(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, through, bytes: () => Buffer.concat(seen).toString('latin1') };
}
