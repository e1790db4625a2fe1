// Parts that come past node:http, over bare sockets: kept connections, pipes, pauses, refusals half way. What the log says
// shows that the front did it, as an upload would succeed without it too.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { PresignedRequest } from '../../../../src-shared/service/uploads.ts';
import { openRaw, readAll, sendRaw, statuses } from '../../../support/raw-http.ts';
import { until } from '../../../support/until.ts';
import { blobs, digestHeader, prepareBuild, randomFile, sha256, slice, startUploads } from '../../../support/upload.ts';

const MiB = 1_048_576;

async function startParts(bytes: number, multipart = false) {
  const started = await startUploads();
  const { server, call, place, log } = started;
  const file = randomFile(bytes);
  const { build: id, parts } = await prepareBuild(call, place, { bytes, multipart });
  const headOf = (part: PresignedRequest | undefined, more = '') => {
    const { pathname, search } = new URL(part?.url ?? '');
    return `PUT ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: ${part?.content_length}\r\n${more}\r\n`;
  };
  const health = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
  /** The statuses of the PUTs that came past node:http. */
  const byFront = () =>
    log.filter(({ via, method }) => via === 'front' && method === 'PUT').map(({ status }) => status);
  const isStored = async () => (await blobs(server.dataFolder)).includes(sha256(file).toString('hex'));
  const all = [...parts];
  return { ...started, id, file, parts: all, part: all[0], headOf, health, byFront, isStored };
}

/** Collects what comes; `answers` resolves when there are so many. */
function collect(socket: Socket) {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  return {
    text: () => text,
    answers: (count: number) => until(() => statuses(text).length >= count, `${count} answers`),
  };
}

it('takes parts over one kept connection, and goes on as node:http after them', async () => {
  const { file, parts, headOf, health, server, byFront, isStored } = await startParts(33 * MiB, true);
  const socket = await openRaw(server.port);
  const { text, answers } = collect(socket);
  for (const [index, part] of parts.entries()) {
    socket.write(headOf(part));
    socket.write(slice(file, part));
    await answers(index + 1);
  }
  socket.write(health);
  await once(socket, 'close');
  expect(statuses(text())).toEqual([200, 200, 200, 200]);
  expect(text()).toContain(`content-digest: ${digestHeader(slice(file, parts[0] as PresignedRequest))}`);
  expect(byFront()).toEqual([200, 200, 200]);
  expect(await isStored()).toBe(true);
});

it('takes a part over a connection that node:http has had', async () => {
  const { file, part, headOf, health, server, byFront, isStored } = await startParts(3 * MiB);
  const socket = await openRaw(server.port);
  const { text, answers } = collect(socket);
  socket.write(health.replace('GET /healthz', 'HEAD /nowhere').replace('close', 'keep-alive'));
  await answers(1);
  socket.write(headOf(part, 'Connection: close\r\n'));
  socket.write(file);
  await once(socket, 'close');
  expect(statuses(text())).toEqual([404, 200]);
  expect(byFront()).toEqual([]);
  expect(await isStored()).toBe(true);
});

it('reads what comes in one piece: a head, its body, and the next request', async () => {
  const { file, part, headOf, health, server, byFront } = await startParts(1_000);
  const text = headOf(part) + Buffer.from(file).toString('latin1');
  expect(statuses(await sendRaw(server.port, text + text + text + health))).toEqual([200, 200, 200, 200]);
  expect(byFront()).toEqual([200, 200, 200]);
});

it('reads a body in pieces of any size', async () => {
  const { file, part, headOf, server, byFront, isStored } = await startParts(5 * MiB + 17);
  const socket = await openRaw(server.port);
  const answer = readAll(socket);
  socket.write(headOf(part, 'Connection: close\r\n'));
  for (let done = 0; done < file.length; ) {
    const piece = file.subarray(done, done + randomInt(1, 300_000));
    done += piece.length;
    if (!socket.write(piece)) await once(socket, 'drain');
    if (done % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(statuses(await answer)).toEqual([200]);
  expect(byFront()).toEqual([200]);
  expect(await isStored()).toBe(true);
});

it('leaves a head that comes byte by byte to node:http', async () => {
  const { file, part, headOf, server, byFront, isStored } = await startParts(10);
  const socket = await openRaw(server.port);
  socket.setNoDelay(true);
  const answer = readAll(socket);
  for (const letter of headOf(part, 'Connection: close\r\n')) {
    socket.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write(file);
  expect(statuses(await answer)).toEqual([200]);
  expect(byFront()).toEqual([]);
  expect(await isStored()).toBe(true);
});

it('tells a sender that expects it to go on, and only one that may', async () => {
  const { file, part, headOf, server, byFront } = await startParts(2 * MiB);
  const socket = await openRaw(server.port);
  const { text, answers } = collect(socket);
  socket.write(headOf(part, 'Expect: 100-continue\r\nConnection: close\r\n'));
  await answers(1);
  expect(statuses(text())).toEqual([100]);
  socket.write(file);
  await once(socket, 'close');
  expect(statuses(text())).toEqual([100, 200]);
  expect(byFront()).toEqual([200]);
});

it('refuses wrong bytes, and takes the right ones over the same connection', async () => {
  const { file, part, headOf, server, byFront, isStored } = await startParts(2 * MiB);
  const socket = await openRaw(server.port);
  const { text, answers } = collect(socket);
  const digest = `Content-Digest: ${digestHeader(file)}\r\n`;
  socket.write(headOf(part, digest));
  socket.write(randomFile(file.length));
  await answers(1);
  expect(text()).toContain('"code":"UPLOAD_INVALID"');
  socket.write(headOf(part, digest));
  socket.write(file);
  await answers(2);
  expect(statuses(text())).toEqual([400, 200]);
  expect(byFront()).toEqual([400, 200]);
  expect(await isStored()).toBe(true);
});

it.each([
  ['a changed address', 403, (head: string) => head.replace(/signature=.../, 'signature=AAA')],
  ['another length', 400, (head: string) => head.replace(/Content-Length: \d+/, 'Content-Length: 7')],
  ['a foreign Host', 403, (head: string) => head.replace(/Host: .*/, 'Host: evil.example')],
  ['a foreign Origin', 403, (head: string) => head.replace(/Host:/, 'Origin: http://evil.example\r\nHost:')],
  ['two lengths', 400, (head: string) => head.replace(/(Content-Length: .*\r\n)/, '$1$1')],
  ['a digest that is none', 400, (head: string) => head.replace(/Host:/, 'Content-Digest: sha-256=:x:\r\nHost:')],
])('says what node:http says to %s', async (_what, status, change) => {
  const { part, headOf, server, byFront } = await startParts(1_000);
  const answer = await sendRaw(server.port, `${change(headOf(part, 'Connection: close\r\n'))}1234567`);
  expect(statuses(answer)).toEqual([status]);
  expect(byFront()).toEqual([]);
});

it('lets go of a sender that goes away half way, and counts its connection no longer', async () => {
  const { file, part, headOf, server, isStored } = await startParts(3 * MiB);
  for (let round = 0; round < 3; round += 1) {
    const socket = await openRaw(server.port);
    socket.write(headOf(part));
    socket.write(file.subarray(0, MiB + round));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
  }
  const whole = Buffer.from(file).toString('latin1');
  expect(statuses(await sendRaw(server.port, headOf(part) + whole))).toEqual([200]);
  expect(await isStored()).toBe(true);
});

it('ends with the service in the middle of a body', async () => {
  const { file, part, headOf, server } = await startParts(3 * MiB);
  const socket = await openRaw(server.port);
  const answer = readAll(socket);
  socket.write(headOf(part));
  socket.write(file.subarray(0, MiB));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await server.close();
  expect(statuses(await answer)).not.toContain(200);
});
