// A thin front of a service that counts the bytes of bodies that are put through it. Addresses of the service in its answers
// become those of the front, so that parts come through here too.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type CountingProxy = {
  readonly url: string;
  /** How many bytes of PUT bodies have come so far. */
  put(): number;
  cutAll(): void;
  close(): Promise<void>;
};

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let bytes = 0;
  let own = '';
  const server = http.createServer((request, response) => {
    const upstream = http.request(target + (request.url ?? ''), {
      method: request.method,
      headers: { ...request.headers, host: new URL(target).host },
    });
    const cut = () => {
      upstream.destroy();
      response.destroy();
    };
    if (request.method === 'PUT') request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('error', cut);
    upstream.on('error', cut);
    response.on('close', () => upstream.destroy());
    upstream.on('response', (reply) => {
      const chunks: Buffer[] = [];
      reply.on('error', cut);
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const body = Buffer.from(Buffer.concat(chunks).toString().replaceAll(target, own));
        const { 'transfer-encoding': _, ...headers } = reply.headers;
        response.writeHead(reply.statusCode ?? 502, { ...headers, 'content-length': body.length });
        response.end(body);
      });
    });
    request.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own,
    put: () => bytes,
    cutAll: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
