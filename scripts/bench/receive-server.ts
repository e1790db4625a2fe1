// The other process of the receive measures: the service, or a bare node:http receiver that puts each body into a file.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startServer } from '../../embedded-server/index.ts';

/** What it says over IPC once it listens. */
export type ReceiveServerReady = { url: string; token: string };

const [, , mode = 'service', folder = ''] = process.argv;

process.on('message', () => process.exit(0));
process.send?.((mode === 'service' ? await serve() : await receiveBare()) satisfies ReceiveServerReady);

async function serve(): Promise<ReceiveServerReady> {
  const { url, token } = await startServer({ dataFolder: folder, port: 0, onLog: () => {} });
  return { url, token };
}

async function receiveBare(): Promise<ReceiveServerReady> {
  const server = createServer((request, response) => {
    const file = path.join(folder, path.basename(request.url ?? ''));
    pipeline(request, createWriteStream(file)).then(
      () => response.end('{}'),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '' };
}
