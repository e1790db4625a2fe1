// What connections of a server survive.
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { createHttpServer, limitPipelines } from '../../../../embedded-server/platform/http/connections.ts';
import { defaultLimits } from '../../../../embedded-server/platform/http/http-limits.ts';
import { closeAtEnd } from '../../../support/start-once.ts';

test('a body that is given up in its middle ends its connection, and the service goes on', async () => {
  const server = createHttpServer({ limits: defaultLimits, secure: undefined, log: () => undefined });
  limitPipelines(server, defaultLimits.pipelined);
  const full = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (chunk.length > 0) throw new Error('There is no room for more.');
      yield chunk;
    }
  };
  server.on('request', (asked, answer) => {
    if (asked.method === 'GET') return void answer.end('still here');
    void pipeline(asked, full, async (taken) => void (await taken[Symbol.asyncIterator]().next())).catch(() =>
      answer.writeHead(507).end(),
    );
  });
  closeAtEnd(async () => server.closeAllConnections());
  closeAtEnd(async () => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const ask = (method: string): ClientRequest => request({ host: '127.0.0.1', port, method, agent: false });

  const sending = ask('PUT');
  sending.write(Buffer.alloc(100_000));
  const [ended]: unknown[] = await Promise.race([once(sending, 'error'), once(sending, 'response')]);
  expect(ended).toBeDefined();
  sending.destroy();

  const asking = ask('GET');
  asking.end();
  const [answer] = await once(asking, 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
});
