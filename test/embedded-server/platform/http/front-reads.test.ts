// Reads that come past node:http: the same answers, for callers that wait too, and over to node:http for all that isn't plain.
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openRaw, openWaiting, readAll, sendRaw, statuses } from '../../../support/raw-http.ts';
import { createGame, startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

async function startReads(options: Parameters<typeof startTestService>[0] = {}) {
  const started = await startTestService(options);
  const { server, log, call } = started;
  const game = await createGame(call);
  const head = (target: string, more = '', line = 'GET') =>
    `${line} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n${more}\r\n`;
  /** The paths of the reads that came past node:http, other than those of this preparation. */
  const skipped = log.length;
  const byFront = () =>
    log
      .slice(skipped)
      .filter(({ via }) => via === 'front')
      .map(({ path }) => path);
  const index = async () => ((await call('GET', '/cloud/games')).body as { watch: { index: string } }).watch.index;
  return { ...started, game, head, byFront, index };
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
/** What a head says beside what every answer says again. */
const headersOf = (answer: string) =>
  answer
    .slice(0, answer.indexOf('\r\n\r\n'))
    .toLowerCase()
    .split('\r\n')
    .filter((line) => !/^(date|rvt-ray-id):/.test(line))
    .toSorted();

describe('plain reads', () => {
  it('get the same answer as through node:http', async () => {
    const { server, game, head, byFront } = await startReads();
    for (const target of [`/cloud/games/${game}`, '/cloud/games', '/healthz', '/cloud/auth/inspect']) {
      const fast = await sendRaw(server.port, head(target, 'Connection: close\r\n'));
      // That the service is well is no line in its log.
      if (target !== '/healthz') expect(byFront()).toContain(target);
      const before = byFront().length;
      const slow = await sendRaw(
        server.port,
        head(target, `Origin: http://127.0.0.1:${server.port}\r\nConnection: close\r\n`),
      );
      expect(byFront()).toHaveLength(before);
      expect(bodyOf(fast)).toEqual(bodyOf(slow));
      expect(headersOf(fast)).toEqual(headersOf(slow));
    }
  });

  it('see each change at once', async () => {
    const { call, game } = await startReads();
    for (const name of ['One', 'Two', 'Three']) {
      await call('PATCH', `/cloud/games/${game}`, { body: { display_name: name } });
      const { body } = await call('GET', `/cloud/games/${game}`);
      expect(body).toMatchObject({ game: { display_name: name } });
    }
  });

  it('are refused a token that was revoked, although it was seen before', async () => {
    const { call, game } = await startReads();
    const { body } = await call('POST', `/cloud/games/${game}/tokens/cloud`);
    const { token } = body as { token: string };
    const { body: list } = await call('GET', `/cloud/games/${game}/tokens`);
    const [known] = (list as { tokens: { token_id: string }[] }).tokens;
    expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(200);
    await call('DELETE', `/cloud/games/${game}/tokens/${known?.token_id}`);
    expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(401);
  });

  it.each([
    ['an unknown address', '/nowhere', '', 404],
    ['an unknown game', '/cloud/games/00000000-0000-0000-0000-000000000000', '', 404],
    ['an id that is none', '/cloud/games/x', '', 404],
    ['a slash too many', '/healthz/', '', 404],
    ['a query that does not fit', '/cloud/games?watch_index=x', '', 400],
    ['a query that is given twice', '/cloud/games?watch_index=1&watch_index=1', '', 400],
    ['a foreign Host', '/healthz', 'Host: evil.example\r\n', 400],
    ['a body of forms', '/cloud/games', 'Content-Type: text/plain\r\nContent-Length: 1\r\n', 200],
  ])('leave %s to node:http', async (_what, target, more, status) => {
    const { server, head, byFront } = await startReads();
    const answer = await sendRaw(
      server.port,
      head(target, `${more}Connection: close\r\n`) + (more.includes('Length') ? 'x' : ''),
    );
    expect(statuses(answer)).toEqual([status]);
    expect(byFront()).toEqual([]);
  });

  it('come one after the other over one connection, with others between them', async () => {
    const { server, game, head, byFront } = await startReads();
    const socket = await openRaw(server.port);
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    for (let n = 1; n <= 5; n += 1) {
      socket.write(head(`/cloud/games/${game}`));
      await until(() => statuses(text).length === n, 'an answer');
    }
    socket.write(head('/cloud/games/validate', 'Content-Length: 2\r\n', 'POST'));
    socket.write('{}');
    await until(() => statuses(text).length === 6, 'an answer');
    socket.write(head(`/cloud/games/${game}`, 'Connection: close\r\n'));
    await once(socket, 'close');
    expect(statuses(text)).toHaveLength(7);
    expect(byFront()).toHaveLength(5);
  });
});

describe('reads that wait', () => {
  it('are answered at the next change, and the connection goes on', async () => {
    const { server, call, game, head, byFront, index } = await startReads();
    const socket = await openRaw(server.port);
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.write(head(`/cloud/games/${game}?watch_index=${await index()}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(text).toBe('');
    await call('PATCH', `/cloud/games/${game}`, { body: { display_name: 'Changed' } });
    await until(() => text.includes('Changed'), 'the change');
    socket.write(head('/healthz', 'Connection: close\r\n'));
    await once(socket, 'close');
    expect(statuses(text)).toEqual([200, 200]);
    expect(byFront().filter((path) => path === `/cloud/games/${game}`)).toHaveLength(1);
  });

  it('go over to node:http when the caller says more meanwhile, and both are answered in order', async () => {
    const { server, call, game, head, index } = await startReads();
    const socket = await openRaw(server.port);
    const answer = readAll(socket);
    socket.write(head(`/cloud/games/${game}?watch_index=${await index()}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(head('/nowhere', 'Connection: close\r\n'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await call('PATCH', `/cloud/games/${game}`, { body: { display_name: 'Changed' } });
    expect(statuses(await answer)).toEqual([200, 404]);
  });

  it('are answered when the service stops', async () => {
    const { server, index } = await startReads();
    const authorization = `Authorization: Bearer ${server.token}\r\n`;
    const socket = await openWaiting(server.port, `/cloud/games?watch_index=${await index()}`, authorization);
    const answer = readAll(socket);
    await server.close();
    expect(statuses(await answer)).toEqual([200]);
  });

  it('get an answer too when the caller has nothing more to say', async () => {
    const { server, head, index } = await startReads();
    expect(statuses(await sendRaw(server.port, head(`/cloud/games?watch_index=${await index()}`)))).toEqual([200]);
  });
});
