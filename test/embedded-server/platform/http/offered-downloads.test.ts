// Downloads under addresses that somebody asked for: how many there may be, and what becomes of those that are too many.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ownerAlone } from '../../../../embedded-server/platform/access/given-access.ts';
import { createOfferedDownloads } from '../../../../embedded-server/platform/http/offered-downloads.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';

async function start() {
  const over: string[] = [];
  const downloads = createOfferedDownloads<string>({
    prefix: '/kept/',
    access: ownerAlone,
    send: async (text, response) => void response.end(text),
    onOver: async (text) => void over.push(text),
  });
  const server = createServer((request, response) => {
    downloads.route.run(request, response).catch((thrown: unknown) => {
      const { status, message } = asAppError(thrown);
      response.writeHead(status).end(message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const fetchAt = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { connection: 'close' } });
    return [answer.status, await answer.text()];
  };
  return { ...downloads, over, fetchAt };
}

it('keeps so many of one token, and lets its oldest go for the next, with what was made for it', async () => {
  const { offer, over, fetchAt } = await start();
  const others = offer('of another', 'another');
  const all = Array.from({ length: 40 }, (_, number) => offer(`${number}`, 'one'));
  expect(over).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(await fetchAt(all[7] ?? '')).toEqual([
    404,
    'This download address is not known any more. Ask for a fresh one: each works for ten minutes.',
  ]);
  expect(await fetchAt(all[8] ?? '')).toEqual([200, '8']);
  expect(await fetchAt(others)).toEqual([200, 'of another']);
});

it('lets none go of a token that has room, however many others have', async () => {
  const { offer, over, fetchAt } = await start();
  for (let number = 0; number < 32; number += 1) offer(`of another ${number}`, 'another');
  const all = Array.from({ length: 20 }, (_, number) => offer(`${number}`, 'one'));
  expect(over).toEqual([]);
  expect(await fetchAt(all[0] ?? '')).toEqual([200, '0']);
});

it('knows none once it is closed', async () => {
  const { offer, close, over, fetchAt } = await start();
  const address = offer('1', undefined);
  await close();
  expect([over, (await fetchAt(address))[0]]).toEqual([['1'], 404]);
});
