// What the service refuses before it looks at what is asked, tried over raw sockets where fetch would not let us.
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGame, firstGroup, startTestService } from '../../../support/service.ts';

/** Sends these bytes and answers all that comes back until the other side closes. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
  return answer;
}

describe('who may speak to it', () => {
  it('answers health to anyone on this machine, and nothing else without a token', async () => {
    const { call } = await startTestService();
    expect((await call('GET', '/healthz', { token: null })).status).toBe(200);
    for (const token of [null, '', 'wrong', 'slipway_owner_' + 'x'.repeat(43)]) {
      const { status, body } = await call('GET', '/cloud/games', { token });
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'API_UNAUTHORIZED' });
    }
  });

  it.each(['Basic', 'bearer', 'Token'])('does not take the scheme %s', async (scheme) => {
    const { call, server } = await startTestService();
    const { status } = await call('GET', '/cloud/games', {
      token: null,
      headers: { authorization: `${scheme} ${server.token}` },
    });
    expect(status).toBe(401);
  });

  it.each(['evil.example', 'evil.example:PORT', '127.0.0.1', '127.0.0.1:1', '127.0.0.1.evil.example:PORT', ''])(
    'refuses the Host %j (DNS rebinding)',
    async (host) => {
      const { server } = await startTestService();
      const name = host.replace('PORT', String(server.port));
      const answer = await sendRaw(server.port, `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])('takes the Host %s with its port', async (host) => {
    const { server } = await startTestService();
    const head = `GET /healthz HTTP/1.1\r\nHost: ${host}:${server.port}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(server.port, head)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT'])(
    'refuses a page from %s',
    async (origin) => {
      const { call, server } = await startTestService();
      const headers = { origin: origin.replace('PORT', String(server.port)) };
      const { status, headers: answered } = await call('GET', '/cloud/games', { headers });
      expect(status).toBe(403);
      expect(answered.has('access-control-allow-origin')).toBe(false);
    },
  );

  it('takes no form post of another site', async () => {
    const { call } = await startTestService();
    const group = await firstGroup(call);
    const raw = JSON.stringify({ developer_group_id: group, display_name: 'Forged' });
    const { status, body } = await call('POST', '/cloud/games', { raw, headers: { 'content-type': 'text/plain' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'API_BAD_BODY' });
  });
});

describe('what it cannot read', () => {
  const bodies: [string, string | Uint8Array<ArrayBuffer>, number, string][] = [
    ['text that is not JSON', '{bad', 400, 'API_BAD_BODY'],
    ['an array', '[]', 400, 'API_BAD_BODY'],
    ['a string', '"x"', 400, 'API_BAD_BODY'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'API_BAD_BODY'],
    ['1 MiB and a byte', `"${'x'.repeat(1_048_575)}"`, 413, 'API_BODY_TOO_LARGE'],
    ['deep nesting', '['.repeat(100_000), 400, 'API_BAD_BODY'],
    ['no body', '', 400, 'API_BAD_BODY'],
  ];
  it.each(bodies)('refuses %s', async (_what, raw, status, code) => {
    const { call } = await startTestService();
    const answer = await call('POST', '/cloud/games', { raw, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code });
  });

  it('takes keys that name a prototype as nothing special', async () => {
    const { call } = await startTestService();
    const group = await firstGroup(call);
    const raw = `{"__proto__": {"x": 1}, "constructor": 1, "developer_group_id": "${group}", "display_name": "Plain"}`;
    const { status } = await call('POST', '/cloud/games', { raw, headers: { 'content-type': 'application/json' } });
    expect(status).toBe(200);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('says which methods an address has', async () => {
    const { call } = await startTestService();
    const { status, headers, body } = await call('DELETE', '/cloud/games');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, POST, HEAD');
    expect(body).toMatchObject({ code: 'API_METHOD_NOT_ALLOWED' });
  });

  it('does not know other addresses, nor the same with a slash behind', async () => {
    const { call } = await startTestService();
    for (const path of ['/', '/cloud', '/cloud/games/', '/cloud%2fgames', '/CLOUD/games', '//cloud/games']) {
      const { status, body } = await call('GET', path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).toMatchObject({ code: 'API_NOT_FOUND' });
    }
  });

  it('refuses a query key given twice', async () => {
    const { call } = await startTestService();
    const { body } = await call('GET', '/cloud/games?watch_index=1&watch_index=2');
    expect(body).toMatchObject({ code: 'API_BAD_QUERY' });
  });
});

it('gives every answer an id of its own, and the same in header, error and log', async () => {
  const { call, log } = await startTestService();
  const good = await call('GET', '/cloud/games');
  const bad = await call('GET', '/nowhere');
  expect(good.headers.get('rvt-ray-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(bad.body).toMatchObject({ ray_id: bad.headers.get('rvt-ray-id') });
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.map((entry) => entry['ray_id'])).toContain(bad.headers.get('rvt-ray-id'));
});

it('never writes its token into the log', async () => {
  const { call, log, server } = await startTestService();
  await createGame(call);
  await call('GET', `/cloud/games?watch_index=${server.token}`);
  expect(JSON.stringify(log)).not.toContain(server.token);
});

it.each(['/cloud/games/%', `/cloud/games/${'x'.repeat(300)}`])(
  'guards also an address that it cannot read (%#)',
  async (path) => {
    const { server } = await startTestService();
    const ask = (host: string) =>
      sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask('evil.example')).toMatch(/^HTTP\/1\.1 403 [^]*API_FORBIDDEN/);
    expect(await ask(`127.0.0.1:${server.port}`)).toMatch(/^HTTP\/1\.1 404 [^]*rvt-ray-id: [^]*API_NOT_FOUND/);
  },
);
