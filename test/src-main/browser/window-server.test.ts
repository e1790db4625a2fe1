// The browser shell's door over raw HTTP: what it serves, to whom, and what it refuses.
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { listenForWindow } from '../../../src-main/browser/listen.ts';
import { createSessions } from '../../../src-main/browser/sessions.ts';
import { readWindowFiles } from '../../../src-main/browser/window-files.ts';
import { createWindowServer } from '../../../src-main/browser/window-server.ts';
import { createStaging } from '../../../src-main/core/transfers/sources/staging.ts';
import { hasIPv6 } from '../../support/has-ipv6.ts';
import { leftInEnglish } from '../../support/in-german.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

async function startDoor() {
  const folder = await makeTempFolder();
  const built = path.join(folder, 'built');
  await mkdir(path.join(built, 'assets'), { recursive: true });
  await writeFile(path.join(built, 'index.html'), '<title>Slipway</title>');
  await writeFile(path.join(built, 'assets', 'a-1.js'), '1');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const clock = { now: 0 };
  const sessions = createSessions({ now: () => clock.now });
  const staging = createStaging(path.join(folder, 'copies'));
  let used = 0;
  const { server, endConnections } = createWindowServer({
    files: await readWindowFiles(built),
    sessions,
    copies: { staging, offerSource: (place) => ({ source_id: place, name: path.basename(place) }) },
    pictures: { answer: async (query) => ({ status: 200, headers: {}, body: Buffer.from(String(query.get('url'))) }) },
    onWindow: () => undefined,
    onLinkUsed: () => (used += 1),
  });
  const { port, close } = await listenForWindow(server, 0);
  onTestFinished(async () => {
    const closed = close();
    endConnections();
    await closed;
  });
  const origin = `http://127.0.0.1:${port}`;
  const get = (target: string, init: RequestInit = {}) =>
    fetch(origin + target, { ...init, headers: new Headers([['connection', 'close'], ...new Headers(init.headers)]) });
  const exchange = (token: unknown, headers: Record<string, string> = { origin }) =>
    get('/session', { method: 'POST', headers, body: JSON.stringify({ token }) });
  /** Signs a window in; answers what its requests say. */
  const signIn = async () => {
    const { secret } = (await (await exchange(sessions.newLink())).json()) as { secret: string };
    return { secret, authorization: `Bearer ${secret}` };
  };
  return { folder, sessions, clock, origin, port, get, exchange, signIn, links: () => used };
}

it('takes another port where another program has its own, and says which, by whom and what to do', async () => {
  const taken = createServer();
  taken.listen({ port: 0, host: '127.0.0.1' });
  await once(taken, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void taken.close(() => resolve())));
  const { port } = taken.address() as AddressInfo;
  const bound = await listenForWindow(createHttpServer(), port);
  onTestFinished(bound.close);
  expect(bound.port).not.toBe(port);
  const [{ text } = { text: '' }] = bound.notices;
  const owner = process.platform === 'linux' ? String.raw`\S+ \(process ${process.pid}\)` : '.+';
  expect(text).toMatch(new RegExp(`^Port ${port} is taken by ${owner}, so the window uses ${bound.port} this time\\.`));
  expect(text).toContain('--window-port');
  expect(bound.notices.flatMap(leftInEnglish)).toEqual([]);
});

const bridgeOf = (origin: string) => `${origin.replace('http', 'ws')}/bridge`;

/** Whether the bridge lets this upgrade in. */
async function upgrade(origin: string, headers: Record<string, string>, protocols: string[] = []): Promise<number> {
  const socket = new WebSocket(bridgeOf(origin), protocols, { headers });
  return await new Promise((resolve) => {
    socket.on('open', () => {
      expect(socket.protocol).toBe('slipway'); // and not the secret
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', () => undefined);
  });
}

it('serves the built files with a strict policy, and no other file', async () => {
  const { get } = await startDoor();
  const page = await get('/');
  expect(await page.text()).toContain('Slipway');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await get('/assets/a-1.js')).headers.get('cache-control')).toContain('immutable');
  for (const target of ['/../secret.txt', '/..%2fsecret.txt', '/assets/', '/nowhere', '/assets/../../secret.txt']) {
    expect([target, (await get(target)).status]).toEqual([target, 404]);
  }
});

it('trades a link for a secret, once, and sets no cookie', async () => {
  const { exchange, sessions, get, links } = await startDoor();
  const token = sessions.newLink();
  const first = await exchange(token);
  expect(first.status).toBe(200);
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(first.headers.get('cache-control')).toBe('no-store');
  const { secret } = (await first.json()) as { secret: string };
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(links()).toBe(1);
  expect((await exchange(token)).status).toBe(403);
  expect((await get('/session', { headers: { authorization: `Bearer ${secret}` } })).status).toBe(204);
  expect((await get('/session')).status).toBe(403);
});

it('takes no secret from a cookie, an address or the link', async () => {
  const { origin, port, get, signIn, sessions } = await startDoor();
  const { secret } = await signIn();
  const cookie = `slipway_${port}=${secret}; slipway.window-session=${secret}`;
  expect((await get('/session', { headers: { cookie, origin } })).status).toBe(403);
  expect((await get(`/session?secret=${secret}`)).status).toBe(403);
  expect((await get('/session', { headers: { authorization: `Bearer ${sessions.newLink()}` } })).status).toBe(403);
  expect((await get('/session', { headers: { authorization: `Bearer  ${secret}` } })).status).toBe(403);
  expect(await upgrade(origin, { cookie, origin }, ['slipway'])).toBe(403);
});

it.each([
  ['another page', { origin: 'http://evil.example' }],
  ['no origin', {}],
  ['a page of another port', { origin: 'http://127.0.0.1:1' }],
])('trades nothing with %s', async (_what, headers) => {
  const { exchange, sessions } = await startDoor();
  expect((await exchange(sessions.newLink(), headers)).status).toBe(403);
});

it.each([undefined, 7, '', 'x'.repeat(5_000)])('takes no token like %j', async (token) => {
  const { exchange } = await startDoor();
  expect((await exchange(token)).ok).toBe(false);
});

it('opens the bridge only with the secret, our own origin and our own name', async () => {
  const { signIn, origin } = await startDoor();
  const { secret } = await signIn();
  const protocols = ['slipway', secret];
  expect(await upgrade(origin, { origin }, protocols)).toBe(101);
  expect(await upgrade(origin, { origin })).toBe(403);
  expect(await upgrade(origin, { origin }, [secret])).toBe(403);
  expect(await upgrade(origin, { origin }, ['slipway', `${secret}x`])).toBe(403);
  expect(await upgrade(origin, { origin: 'http://evil.example' }, protocols)).toBe(403);
  expect(await upgrade(origin, {}, protocols)).toBe(403);
  expect(await upgrade(origin, { origin, host: 'evil.example' }, protocols)).toBe(403);
});

it('serves both addresses of localhost, which no other program can have then', async ({ skip }) => {
  const { sessions, port } = await startDoor();
  if (!hasIPv6) skip('no IPv6 here');
  for (const name of ['localhost', '[::1]']) {
    const origin = `http://${name}:${port}`;
    const body = JSON.stringify({ token: sessions.newLink() });
    const answer = await fetch(`${origin}/session`, { method: 'POST', headers: { origin, connection: 'close' }, body });
    const { secret } = (await answer.json()) as { secret: string };
    expect(await upgrade(origin, { origin }, ['slipway', secret])).toBe(101);
    expect(await upgrade(origin, { origin: `http://127.0.0.1:${port}` }, ['slipway', secret])).toBe(403);
  }
  const [thrown] = await once(createServer().listen({ host: '::1', port, exclusive: true }), 'error');
  expect(thrown).toMatchObject({ code: 'EADDRINUSE' });
});

it('goes on when somebody asks for the bridge and hangs up before the refusal is out', async () => {
  const { port, get } = await startDoor();
  const ask = `GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  for (let caller = 0; caller < 50; caller += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await new Promise<void>((resolve) => void socket.write(ask, () => resolve()));
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  expect((await get('/')).status).toBe(200);
});

it.each([
  ['is larger than any call', Buffer.alloc(1_048_577, 'x')],
  ['is no frame at all', undefined],
])('closes a window alone that sends what %s', async (_what, bytes) => {
  const { signIn, origin, get } = await startDoor();
  const { secret } = await signIn();
  const socket = new WebSocket(bridgeOf(origin), ['slipway', secret], { headers: { origin } });
  let raw: Duplex | undefined;
  socket.on('upgrade', (response) => (raw = response.socket)).on('error', () => undefined);
  await once(socket, 'open');
  if (bytes === undefined) raw?.write(Buffer.from([0xff, 0xff, 0xff]));
  else socket.send(bytes);
  await once(socket, 'close');
  expect((await get('/')).status).toBe(200);
});

it('knows no session of an earlier start', async () => {
  const { signIn } = await startDoor();
  const { secret } = await signIn();
  expect(createSessions().isGood(secret)).toBe(false);
});

it('ends a session with all its windows when it is signed out, and no other', async () => {
  const { signIn, get, origin } = await startDoor();
  const mine = await signIn();
  const other = await signIn();
  const socket = new WebSocket(bridgeOf(origin), ['slipway', mine.secret], { headers: { origin } });
  await once(socket, 'open');
  const out = (headers: Record<string, string>) => get('/session', { method: 'DELETE', headers });
  expect((await out({ origin })).status).toBe(403);
  expect((await out({ authorization: mine.authorization, origin: 'http://evil.example' })).status).toBe(403);
  expect((await out({ authorization: mine.authorization, origin })).status).toBe(204);
  await once(socket, 'close');
  expect((await get('/session', { headers: { authorization: mine.authorization } })).status).toBe(403);
  expect((await get('/session', { headers: { authorization: other.authorization } })).status).toBe(204);
});

it('ends a session 12 hours after its last window closed, and none whose window is open', async () => {
  const { sessions, clock } = await startDoor();
  const [held, left] = [sessions.exchange(sessions.newLink()), sessions.exchange(sessions.newLink())];
  const close = sessions.hold(held ?? '', () => undefined);
  clock.now += 12 * 3_600_000;
  expect([sessions.isGood(held), sessions.isGood(left)]).toEqual([true, false]);
  clock.now += 100 * 3_600_000;
  close();
  clock.now += 12 * 3_600_000 - 1;
  expect(sessions.isGood(held)).toBe(true);
  clock.now += 12 * 3_600_000;
  expect(sessions.isGood(held)).toBe(false);
});

it('keeps a bound of sessions, and forgets the one that was used least recently', async () => {
  const { sessions } = await startDoor();
  const secrets = Array.from({ length: 65 }, () => sessions.exchange(sessions.newLink()));
  expect(secrets.map((secret) => sessions.isGood(secret)).filter((good) => !good)).toHaveLength(1);
  expect(sessions.isGood(secrets[0])).toBe(false);
});

it.each(['//', '//[', 'http://[', 'http://'])('refuses the address %s', async (target) => {
  const { port } = await startDoor();
  const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

it('takes copies of what was dropped from its own page alone, and gives a handle for each', async () => {
  const { signIn, origin, get, folder } = await startDoor();
  const { authorization } = await signIn();
  const post = (
    target: string,
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = { authorization, origin },
  ) => get(target, { method: 'POST', headers, body });
  const request = JSON.stringify({ name: 'harbor', bytes: 5 });
  expect((await post('/copies', request, { origin })).status).toBe(403);
  expect((await post('/copies', request, { authorization })).status).toBe(403);
  expect((await post('/copies', request, { authorization, origin: 'http://evil.example' })).status).toBe(403);
  expect((await post('/copies', '{}')).status).toBe(400);
  const { id } = (await (await post('/copies', request)).json()) as { id: string };
  const head = Buffer.from(JSON.stringify({ path: 'a/b.txt', offset: 0, size: 5 }));
  const bytes = Buffer.concat([Buffer.from([0, 0, 0, head.length]), head, Buffer.from('hello')]);
  expect((await post('/copies/none', new Uint8Array(bytes))).status).toBe(404);
  expect((await post(`/copies/${id}`, new Uint8Array(bytes.subarray(0, -1)))).status).toBe(400);
  expect((await post(`/copies/${id}`, new Uint8Array(bytes))).status).toBe(200);
  expect((await post(`/copies/${id}/room`, '{"bytes":5}')).status).toBe(200);
  expect((await post(`/copies/${id}/room`, `{"bytes":${2 ** 50}}`)).ok).toBe(false);
  const source = (await (await post(`/copies/${id}/done`, '')).json()) as { source_id: string; name: string };
  expect(source.name).toBe('harbor');
  expect(await readFile(path.join(folder, 'copies', id, 'harbor/a/b.txt'), 'utf8')).toBe('hello');
  expect((await post(`/copies/${id}`, new Uint8Array(bytes))).status).toBe(404);
  expect((await get('/copies/..%2f..', { method: 'DELETE', headers: { authorization, origin } })).status).toBe(404);
});

it.skipIf(process.platform === 'win32')(
  'marks the programs of a copy as such, which a browser does not tell',
  async () => {
    const { signIn, origin, get, folder } = await startDoor();
    const { authorization } = await signIn();
    const post = (target: string, body: NonNullable<RequestInit['body']>) =>
      get(target, { method: 'POST', headers: { authorization, origin }, body });
    const { id } = (await (await post('/copies', JSON.stringify({ name: 'harbor', bytes: 20 }))).json()) as {
      id: string;
    };
    for (const [name, text] of [
      ['start.sh', '#!/bin/sh\n'],
      ['notes.txt', 'hello'],
    ] as const) {
      const head = Buffer.from(JSON.stringify({ path: name, offset: 0, size: text.length }));
      const bytes = Buffer.concat([Buffer.from([0, 0, 0, head.length]), head, Buffer.from(text)]);
      expect((await post(`/copies/${id}`, new Uint8Array(bytes))).status).toBe(200);
    }
    const modeOf = async (name: string) => (await stat(path.join(folder, 'copies', id, 'harbor', name))).mode & 0o111;
    expect([await modeOf('start.sh'), await modeOf('notes.txt')]).toEqual([0o111, 0]);
  },
);

it('shows pictures of games to its own window alone', async () => {
  const { get, signIn } = await startDoor();
  const { authorization } = await signIn();
  const target = '/pictures?url=logo';
  expect((await get(target)).status).toBe(403);
  expect((await get(target, { headers: { authorization, origin: 'http://evil.example' } })).status).toBe(403);
  expect((await get(target, { method: 'POST', headers: { authorization } })).status).toBe(404);
  const shown = await get(target, { headers: { authorization } });
  expect(await shown.text()).toBe('logo');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it('says how to build the window when it is not built', async () => {
  await expect(readWindowFiles(path.join(await makeTempFolder(), 'none'))).rejects.toThrow('npm run build');
});
