// Parts that are refused leave the upload as if they had never been sent.
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { digestHeader, prepareBuild, put, randomFile, startUploads } from '../../../support/upload.ts';

const MiB = 1_048_576;

async function startPart(bytes = 1_000) {
  const started = await startUploads();
  const { build: id, parts } = await prepareBuild(started.call, started.place, { bytes });
  const url = parts[0]?.url ?? '';
  const isIn = async () => (await put(url, new Uint8Array(0), { method: 'HEAD' })).status === 200;
  return { ...started, id, url, isIn };
}

it.each([999, 1_001, 0])('a body of %i instead of 1000 bytes', async (length) => {
  const { url, isIn } = await startPart();
  expect(await put(url, randomFile(length))).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
  expect(await isIn()).toBe(false);
});

it.each([999, 1_001])('a chunked body of %i bytes', async (length) => {
  const { url, server, isIn } = await startPart();
  const { pathname, search } = new URL(url);
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`${head}${length.toString(16)}\r\n${'x'.repeat(length)}\r\n0\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('UPLOAD_INVALID');
  expect(await isIn()).toBe(false);
});

it('a connection that ends half way, and the part can be sent after it', async () => {
  const { url, server, isIn } = await startPart(MiB);
  const { pathname, search } = new URL(url);
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: ${MiB}\r\n\r\n`);
  socket.write('x'.repeat(1_000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await isIn()).toBe(false);
  expect((await put(url, randomFile(MiB))).status).toBe(200);
});

it('bytes that are not the ones of Content-Digest', async () => {
  const { url, isIn } = await startPart();
  const headers = { 'content-digest': digestHeader(randomFile(1_000)) };
  expect(await put(url, randomFile(1_000), { headers })).toMatchObject({
    status: 400,
    body: { code: 'UPLOAD_INVALID' },
  });
  expect(await isIn()).toBe(false);
  const file = randomFile(1_000);
  expect((await put(url, file, { headers: { 'content-digest': digestHeader(file) } })).status).toBe(200);
});

it.each(['sha-256=abc', 'sha-256=:abc:', 'sha-256'])('a Content-Digest like %j', async (digest) => {
  const { url } = await startPart();
  const { status } = await put(url, randomFile(1_000), { headers: { 'content-digest': digest } });
  expect(status).toBe(digest === 'sha-256' ? 200 : 400);
});

it('an address with any changed byte', async () => {
  const { url, isIn } = await startPart();
  for (const at of [url.indexOf('/uploads/') + 12, url.indexOf('expires=') + 9, url.length - 5]) {
    const changed = `${url.slice(0, at)}${url[at] === '1' ? '2' : '1'}${url.slice(at + 1)}`;
    const { status, body } = await put(changed, randomFile(1_000));
    expect([status, body.code]).toEqual([403, 'API_FORBIDDEN']);
  }
  expect(await isIn()).toBe(false);
});

it('an address that is too old, and says so', async () => {
  let now = Date.now();
  const started = await startUploads({ now: () => now });
  const { place } = started;
  const { parts } = await prepareBuild(started.call, place, { bytes: 10 });
  now += 6 * 60 * 60 * 1000 + 1;
  const { status, body } = await put(parts[0]?.url ?? '', randomFile(10));
  expect([status, body.code]).toEqual([403, 'UPLOAD_URL_EXPIRED']);
});

it('another method, and a path that tries to lead elsewhere', async () => {
  const { url, server } = await startPart();
  expect((await put(url, randomFile(1_000), { method: 'POST' })).status).toBe(405);
  for (const target of [
    '/uploads/../owner-token',
    '/uploads/x/1',
    '/uploads/',
    '/uploads/%2e%2e/1?expires=1&signature=x',
  ]) {
    expect((await put(server.url + target, randomFile(1))).status).toBeGreaterThanOrEqual(403);
  }
});
