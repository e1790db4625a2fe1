// An object store that falls silent in the middle of an answer is not waited for without end.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createStoreSender, type StorePlace } from '../../../../embedded-server/platform/object-store/store-request.ts';

/** A store that answers with a head and a few bytes, and then with nothing more. */
async function openSilent() {
  const server = createServer((_, response) => void response.writeHead(200).write('<Complete'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const place: StorePlace = { endpoint, region: 'eu', bucket: 'builds', prefix: '', keys: { id: 'id', secret: 'key' } };
  const sender = createStoreSender(place, 'the store');
  onTestFinished(() => {
    sender.close();
    server.closeAllConnections();
    server.close();
  });
  return { sender };
}

test('an answer that stops is given up, and it is said why', async () => {
  const { sender } = await openSilent();
  const answer = sender.send({ method: 'POST', key: 'build', withinMs: 200 });
  await expect(answer).rejects.toMatchObject({ reason: 'objects.silent' });
});

test('an answer that stops is given up by the signal of its request as well', async () => {
  const { sender } = await openSilent();
  const head = Promise.withResolvers<void>();
  const tell = () => head.resolve();
  subscribe('http.client.response.finish', tell); // when it begins
  onTestFinished(() => void unsubscribe('http.client.response.finish', tell));
  const giveUp = new AbortController();
  const answer = sender.send({ method: 'GET', key: 'build', signal: giveUp.signal });
  await head.promise;
  await setImmediate();
  giveUp.abort(new Error('No longer wanted'));
  await expect(answer).rejects.toThrow('No longer wanted');
});
