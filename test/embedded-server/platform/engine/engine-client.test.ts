// An engine is asked over its socket, or over TLS with certificates of both sides.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngineClient, type EnginePlace } from '../../../../embedded-server/platform/engine/engine-client.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

/** Answers what it was asked. */
const echo: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    response.writeHead(201).end(JSON.stringify({ method: request.method, url: request.url, body }));
  });
};

function open(place: EnginePlace) {
  const client = createEngineClient(place);
  onTestFinished(client.close);
  return client;
}

test('a question goes to the socket of the engine, with its version and its body', async () => {
  const socketPath = path.join(await makeTempFolder('e'), 's');
  const server = createServer(echo).listen(socketPath);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const asked = await open({ socketPath }).ask('POST', '/services/create', { Name: 'one' });
  expect(asked).toEqual({
    status: 201,
    body: { method: 'POST', url: '/v1.41/services/create', body: '{"Name":"one"}' },
  });
});

test('an engine elsewhere is known by its certificate, and knows us by ours', async () => {
  const [engine, ours, strange] = await Promise.all([
    makeCertificate(),
    makeCertificate('us'),
    makeCertificate('them'),
  ]);
  const [cert, key] = await Promise.all([readFile(engine.certFile), readFile(engine.keyFile)]);
  const server = createTlsServer({ cert, key, ca: ours.cert, requestCert: true, rejectUnauthorized: true }, echo);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (tls: { certFile: string; keyFile: string }, caFile = engine.certFile): EnginePlace => ({
    host: '127.0.0.1',
    port,
    tls: { caFile, certFile: tls.certFile, keyFile: tls.keyFile },
  });
  expect(await open(at(ours)).ask('GET', '/nodes')).toMatchObject({ status: 201, body: { url: '/v1.41/nodes' } });
  const refused = { code: 'FLEET_FAILED', reason: 'fleet.engine-away' };
  await expect(open(at(strange)).ask('GET', '/nodes'), 'with a certificate of others').rejects.toMatchObject(refused);
  await expect(
    open(at(ours, ours.certFile)).ask('GET', '/nodes'),
    'an engine that nobody vouches for',
  ).rejects.toMatchObject(refused);
});

test('an engine that is not there is named in a sentence', async () => {
  await expect(open({ socketPath: '/nowhere/docker.sock' }).ask('GET', '/nodes')).rejects.toThrow(
    /^The container engine at \/nowhere\/docker\.sock cannot be reached: /,
  );
});
