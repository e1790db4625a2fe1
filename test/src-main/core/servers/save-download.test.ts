// What an instance that falls silent or refuses leaves of a file to save: nothing, and no connection.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openNetwork } from '../../../../src-main/core/http/network.ts';
import { saveDownload } from '../../../../src-main/core/servers/save-download.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

/** Saves what is answered, and tells the state of the line after that. */
async function saveFrom(answer: RequestListener, silentMs?: number) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const network = await openNetwork({}, {});
  onTestFinished(() => {
    network.close();
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/kept/1`;
  const folder = await makeTempFolder('saved');
  const { signal } = new AbortController();
  const to = { network, url, file: path.join(folder, 'world.tar.gz'), signal, replaces: false };
  const saved = saveDownload({ ...to, notSaved: 'kept.not-saved', silentMs });
  return { saved, closed, left: () => readdir(folder) };
}

it.each<[string, RequestListener]>([
  ['before the head of its answer', () => undefined],
  [
    'within its answer',
    (_, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('some');
    },
  ],
])('gives an instance up that falls silent %s', async (_, answer) => {
  const { saved, closed, left } = await saveFrom(answer, 100);
  await expect(saved).rejects.toThrow(/does not answer: no answer came in time/);
  expect(await left()).toEqual([]);
  await closed;
});

it('lets go of the line where it is refused', async () => {
  const { saved, closed, left } = await saveFrom((_, response) => {
    response.writeHead(403, { 'content-length': 1_000 });
    response.write('no');
  });
  await expect(saved).rejects.toThrow('status 403');
  expect(await left()).toEqual([]);
  await closed;
});
