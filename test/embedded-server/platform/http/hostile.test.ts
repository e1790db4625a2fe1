// Callers that mean harm, over bare sockets: what is no HTTP, what never ends, what hides a second request.
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openRaw, readAll, sendRaw, statuses } from '../../../support/raw-http.ts';
import { requestOf, servedRows } from '../../../support/served-rows.ts';
import { createGame, startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const head = (port: number, line = 'GET /healthz HTTP/1.1') => `${line}\r\nHost: 127.0.0.1:${port}\r\n`;

describe('forms of other sites', () => {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain;charset=UTF-8'];

  it('changes nothing on any row that changes things', async () => {
    const { call } = await startTestService();
    const game = await createGame(call);
    const whole = (await call('GET', `/cloud/games/${game}`)).body as {
      game: { namespaces: { namespace_id: string }[] };
    };
    const namespace = whole.game.namespaces[0]?.namespace_id ?? '';
    const rows = servedRows.filter(({ method }) => method !== 'GET');
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      for (const type of types) {
        const { address, body } = requestOf(row, { game, namespace });
        for (const raw of [JSON.stringify(body ?? {}), '']) {
          const answer = await call(row.method, address, { raw, headers: { 'content-type': type } });
          expect([row.name, type, answer.status, answer.body]).toMatchObject([
            row.name,
            type,
            400,
            { code: 'API_BAD_BODY' },
          ]);
        }
      }
    }
    expect((await call('GET', `/cloud/games/${game}`)).body).toEqual(whole);
  });
});

describe('what is no request', () => {
  it('answers 431 to a head that is too large, and goes on for others', async () => {
    const { server, call } = await startTestService();
    const answer = await sendRaw(server.port, `${head(server.port)}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(statuses(answer)).toEqual([431]);
    expect(answer).toContain('"code":"API_BAD_HEADERS"');
    expect((await call('GET', '/healthz')).status).toBe(200);
  });

  it.each([
    ['nonsense', 'hello there\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['a bare line feed in a header', 'GET /healthz HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\0b\r\n\r\n'],
    ['a space in a header name', 'GET /healthz HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n'],
    ['an unknown version', 'GET /healthz HTTP/3.0\r\nHost: 127.0.0.1\r\n\r\n'],
    ['an authority as target', 'GET evil.example:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n'],
  ])('refuses %s', async (_what, text) => {
    const { server } = await startTestService();
    const answer = await sendRaw(server.port, text.replace('PORT', String(server.port)));
    for (const status of statuses(answer)) expect([400, 403]).toContain(status);
    expect(answer).not.toContain('"ok"');
  });

  it('refuses HTTP/1.0 without a Host', async () => {
    const { server } = await startTestService();
    expect(statuses(await sendRaw(server.port, 'GET /healthz HTTP/1.0\r\n\r\n'))).toEqual([403]);
  });

  it('is no proxy: CONNECT is closed, and a whole address in the target has to be ours', async () => {
    const { server } = await startTestService();
    const connected = await sendRaw(
      server.port,
      `CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`,
    );
    expect(statuses(connected)).not.toContain(200);
    const close = 'Connection: close\r\n\r\n';
    const foreign = head(server.port, 'GET http://evil.example/healthz HTTP/1.1');
    expect(statuses(await sendRaw(server.port, foreign + close))).toEqual([403]);
    const hidden = head(server.port, `GET http://127.0.0.1:${server.port}@evil.example/healthz HTTP/1.1`);
    expect(statuses(await sendRaw(server.port, hidden + close))).toEqual([403]);
    const ours = head(server.port, `GET http://127.0.0.1:${server.port}/healthz HTTP/1.1`);
    expect(statuses(await sendRaw(server.port, ours + close))).toEqual([200]);
  });

  it('does not become a WebSocket', async () => {
    const { server } = await startTestService();
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    expect(statuses(await sendRaw(server.port, head(server.port) + upgrade))).not.toContain(101);
  });
});

describe('a second request that hides in the first', () => {
  const hidden = 'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n';
  it.each([
    ['both lengths', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['both lengths, the other way', `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `Content-Length: 0\r\nContent-Length: 44\r\n\r\n${hidden}`],
    ['a list of lengths', `Content-Length: 0, 44\r\n\r\n${hidden}`],
    ['a length with a sign', `Content-Length: +0\r\n\r\n${hidden}`],
    ['a hexadecimal length', `Content-Length: 0x0\r\n\r\n${hidden}`],
    ['an unknown encoding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunked not last', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['a tab before the encoding', `Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a folded header', `X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a chunk size with spaces', `Transfer-Encoding: chunked\r\n\r\n 0\r\n\r\n${hidden}`],
    ['a bare line feed after a chunk', `Transfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n${hidden}`],
    ['a negative chunk', `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden}`],
  ])('is never answered: %s', async (_what, rest) => {
    const { server } = await startTestService();
    const text = head(server.port, 'POST /cloud/devices/links HTTP/1.1') + rest.replace('PORT', String(server.port));
    const answer = await sendRaw(server.port, text);
    expect(answer).not.toContain('"openapi"');
    expect(statuses(answer).filter((status) => status !== 400)).toEqual([]);
  });
});

describe('what never ends', () => {
  it('closes a connection whose head trickles in', async () => {
    const { server } = await startTestService({ limits: { headersMs: 300 } });
    const socket = await openRaw(server.port);
    const answer = readAll(socket);
    socket.write(head(server.port));
    const trickle = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
    const text = await answer;
    clearInterval(trickle);
    expect(statuses(text)).toEqual([400]);
  });

  it('closes a connection that never says anything', async () => {
    const { server } = await startTestService({ limits: { headersMs: 300 } });
    await readAll(await openRaw(server.port));
  });

  it.each([
    ['with a length', 'Content-Length: 1000\r\n\r\n', ' '],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n'],
  ])('cuts a body that trickles in, %s', async (_how, rest, drop) => {
    const { server } = await startTestService({ limits: { bodyMs: 200 } });
    for (const authorization of [`Authorization: Bearer ${server.token}\r\n`, '']) {
      const socket = await openRaw(server.port);
      const answer = readAll(socket);
      socket.write(head(server.port, 'POST /cloud/games HTTP/1.1') + authorization + rest);
      const trickle = setInterval(() => socket.write(drop), 20);
      let isReset = false;
      socket.on('error', () => (isReset = true));
      const text = await answer;
      clearInterval(trickle);
      // A drop that arrives after the cut resets the connection, and may take the answer with it.
      if (!isReset) expect(statuses(text)).toEqual([authorization === '' ? 401 : 400]);
    }
  });

  it('lets a watch call wait far longer than heads and bodies may take', async () => {
    const { call } = await startTestService({ limits: { headersMs: 100, bodyMs: 100 } });
    const { body } = await call('GET', '/cloud/games');
    const { index } = (body as { watch: { index: string } }).watch;
    const waiting = call('GET', `/cloud/games?watch_index=${index}`);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await createGame(call);
    expect((await waiting).status).toBe(200);
  });

  it('keeps a number of connections and no more, and those it has go on', async () => {
    const { server } = await startTestService({ limits: { connections: 20 } });
    const kept = await Promise.all(Array.from({ length: 20 }, () => openRaw(server.port)));
    const more = await openRaw(server.port);
    if (!more.closed) await once(more.resume(), 'close');
    const last = kept[19];
    if (last === undefined) throw new Error('no connection');
    last.end(`${head(server.port)}Connection: close\r\n\r\n`);
    expect(statuses(await readAll(last))).toEqual([200]);
  });
});

describe('many requests in one pipe', () => {
  it('answers them in order', async () => {
    const { server } = await startTestService();
    const one = head(server.port);
    const lines = ['GET /healthz HTTP/1.1', 'GET /nowhere HTTP/1.1', 'GET /healthz HTTP/1.1'];
    const text = lines
      .map((line, n) => `${head(server.port, line)}${n === 2 ? 'Connection: close\r\n' : ''}\r\n`)
      .join('');
    expect(one).toContain('Host');
    expect(statuses(await sendRaw(server.port, text))).toEqual([200, 404, 200]);
  });

  it('hangs up on one that sends without waiting for answers', async () => {
    const { server, call } = await startTestService({ limits: { pipelined: 8 } });
    const { body } = await call('GET', '/cloud/games');
    const { index } = (body as { watch: { index: string } }).watch;
    const watch = `${head(server.port, `GET /cloud/games?watch_index=${index} HTTP/1.1`)}Authorization: Bearer ${server.token}\r\n\r\n`;
    const socket = await openRaw(server.port);
    socket.write(watch.repeat(8));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(socket.closed).toBe(false);
    socket.write(watch);
    await until(
      () => socket.destroyed || socket.readableEnded || (socket.resume(), false),
      'the end of the connection',
    );
  });
});

it('reflects no line break of a caller into its answers', async () => {
  const { server } = await startTestService();
  const injected = '%0d%0aX-Injected:%20yes';
  const places = [
    `GET /${injected} HTTP/1.1`,
    `GET /healthz?a=${injected} HTTP/1.1`,
    `GET /cloud/devices/links?device_link_token=${injected}&${injected}=1&${injected}=2 HTTP/1.1`,
    `DELETE /cloud/games?${injected} HTTP/1.1`,
  ];
  for (const line of places) {
    const text = `${head(server.port, line)}Origin: http://127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
    const answer = await sendRaw(server.port, text);
    expect(answer.split('\r\n\r\n', 1)[0]).not.toMatch(/^x-injected/im);
    expect(statuses(answer)).toHaveLength(1);
  }
});
