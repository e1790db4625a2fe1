// An engine is asked over its socket, or over TLS with certificates of both sides.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createEngineClient,
  type EnginePlace,
  whyAway,
} from '../../../../embedded-server/platform/engine/engine-client.ts';
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

test('an engine that speaks only newer versions is asked in the oldest of those', async () => {
  const socketPath = path.join(await makeTempFolder('e'), 's');
  const urls: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    urls.push(url);
    const why = 'client version 1.41 is too old. Minimum supported API version is 1.44';
    if (url === '/version') response.end(JSON.stringify({ ApiVersion: '1.52', MinAPIVersion: '1.44' }));
    else if (url === '/v1.44/nodes') response.end('[]');
    else response.writeHead(400).end(JSON.stringify({ message: why }));
  }).listen(socketPath);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = open({ socketPath });
  expect(await client.ask('GET', '/nodes')).toEqual({ status: 200, body: [] });
  expect(await client.ask('GET', '/nodes')).toEqual({ status: 200, body: [] });
  expect(await client.ask('GET', '/junk'), 'a refusal for another reason').toMatchObject({ status: 400 });
  expect(urls.slice(0, 4)).toEqual(['/v1.41/nodes', '/version', '/v1.44/nodes', '/v1.44/nodes']);
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
  ).rejects.toMatchObject({ ...refused, message: expect.stringContaining('is not signed by the authority of') });
  const mixed = open(at({ certFile: ours.certFile, keyFile: strange.keyFile })).ask('GET', '/nodes');
  await expect(mixed).rejects.toThrow(/cannot be reached: --fleet-tls-key does not belong to --fleet-tls-cert/);
  const junk = open(at({ certFile: ours.keyFile, keyFile: ours.keyFile })).ask('GET', '/nodes');
  await expect(junk).rejects.toThrow('take files in PEM form');
});

test('what an engine says against our certificate is said in words', () => {
  const alert = Object.assign(new Error('0A000412:SSL routines'), { code: 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE' });
  expect(whyAway(alert)).toMatchObject({ text: 'it does not accept the certificate of --fleet-tls-cert' });
  expect(whyAway(new Error('it says nothing'))).toBe('it says nothing');
});

test('an engine that is not there is named in a sentence', async () => {
  await expect(open({ socketPath: '/nowhere/docker.sock' }).ask('GET', '/nodes')).rejects.toThrow(
    /^The container engine at \/nowhere\/docker\.sock cannot be reached: .*[^.]\.$/,
  );
});
