// The browser shell's door over raw HTTP: what it serves, to whom, and what it refuses.
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { readWindowFiles } from '../../../src-main/browser/files.ts';
import { createSessions } from '../../../src-main/browser/sessions.ts';
import { createWindowServer } from '../../../src-main/browser/window-server.ts';
import { createStaging } from '../../../src-main/core/transfers/sources/staging.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

async function startDoor() {
  const folder = await makeTempFolder();
  const built = path.join(folder, 'built');
  await mkdir(path.join(built, 'assets'), { recursive: true });
  await writeFile(path.join(built, 'index.html'), '<title>Slipway</title>');
  await writeFile(path.join(built, 'assets', 'a-1.js'), '1');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const sessions = await createSessions(path.join(folder, 'app'));
  const staging = createStaging(path.join(folder, 'copies'));
  let used = 0;
  const { server, close } = createWindowServer({
    files: await readWindowFiles(built),
    sessions,
    copies: { staging, offerSource: (place) => ({ source_id: place, name: path.basename(place) }) },
    pictures: { answer: async (query) => ({ status: 200, headers: {}, body: Buffer.from(String(query.get('url'))) }) },
    onWindow: () => undefined,
    onLinkUsed: () => (used += 1),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const get = (target: string, init: RequestInit = {}) =>
    fetch(origin + target, { ...init, headers: new Headers([['connection', 'close'], ...new Headers(init.headers)]) });
  const exchange = (token: unknown, headers: Record<string, string> = { origin }) =>
    get('/session', { method: 'POST', headers, body: JSON.stringify({ token }) });
  return { folder, sessions, origin, get, exchange, links: () => used };
}

/** Whether the bridge lets this upgrade in. */
async function upgrade(origin: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers });
  return await new Promise((resolve) => {
    socket.on('open', () => {
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

it('trades a link for a cookie that scripts cannot read and other sites do not send, once', async () => {
  const { exchange, sessions, get, links } = await startDoor();
  const token = sessions.newLink();
  const first = await exchange(token);
  expect(first.status).toBe(204);
  const cookie = first.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^slipway_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
  expect(links()).toBe(1);
  expect((await exchange(token)).status).toBe(403);
  expect((await get('/session', { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(204);
  expect((await get('/session')).status).toBe(403);
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

it('opens the bridge only with the cookie, our own origin and our own name', async () => {
  const { exchange, sessions, origin } = await startDoor();
  const cookie = (await exchange(sessions.newLink())).headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await upgrade(origin, { cookie, origin })).toBe(101);
  expect(await upgrade(origin, { origin })).toBe(403);
  expect(await upgrade(origin, { cookie: `${cookie}x`, origin })).toBe(403);
  expect(await upgrade(origin, { cookie, origin: 'http://evil.example' })).toBe(403);
  expect(await upgrade(origin, { cookie })).toBe(403);
  expect(await upgrade(origin, { cookie, origin, host: 'evil.example' })).toBe(403);
});

it('knows its windows again after a restart, by a secret that only its user may read', async () => {
  const { folder, exchange, sessions } = await startDoor();
  const cookie = (await exchange(sessions.newLink())).headers.get('set-cookie') ?? '';
  const again = await createSessions(path.join(folder, 'app'));
  expect(again.isGood(/=([\w-]+);/.exec(cookie)?.[1])).toBe(true);
  expect(again.isGood('x')).toBe(false);
  expect((await stat(path.join(folder, 'app', 'browser-session'))).mode & 0o777).toBe(0o600);
});

it('takes copies of what was dropped from its own page alone, and gives a handle for each', async () => {
  const { exchange, sessions, origin, get, folder } = await startDoor();
  const cookie = (await exchange(sessions.newLink())).headers.get('set-cookie')?.split(';')[0] ?? '';
  const post = (
    target: string,
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = { cookie, origin },
  ) => get(target, { method: 'POST', headers, body });
  const request = JSON.stringify({ name: 'harbor', bytes: 5 });
  expect((await post('/copies', request, { origin })).status).toBe(403);
  expect((await post('/copies', request, { cookie })).status).toBe(403);
  expect((await post('/copies', request, { cookie, origin: 'http://evil.example' })).status).toBe(403);
  expect((await post('/copies', '{}')).status).toBe(400);
  const { id } = (await (await post('/copies', request)).json()) as { id: string };
  const head = Buffer.from(JSON.stringify({ path: 'a/b.txt', offset: 0, size: 5 }));
  const bytes = Buffer.concat([Buffer.from([0, 0, 0, head.length]), head, Buffer.from('hello')]);
  expect((await post('/copies/none', new Uint8Array(bytes))).status).toBe(404);
  expect((await post(`/copies/${id}`, new Uint8Array(bytes.subarray(0, -1)))).status).toBe(400);
  expect((await post(`/copies/${id}`, new Uint8Array(bytes))).status).toBe(200);
  const source = (await (await post(`/copies/${id}/done`, '')).json()) as { source_id: string; name: string };
  expect(source.name).toBe('harbor');
  expect(await readFile(path.join(folder, 'copies', id, 'harbor/a/b.txt'), 'utf8')).toBe('hello');
  expect((await post(`/copies/${id}`, new Uint8Array(bytes))).status).toBe(404);
  expect((await get('/copies/..%2f..', { method: 'DELETE', headers: { cookie, origin } })).status).toBe(404);
});

it('shows pictures of games to its own window alone', async () => {
  const { get, exchange, sessions } = await startDoor();
  const cookie = (await exchange(sessions.newLink())).headers.get('set-cookie')?.split(';')[0] ?? '';
  const target = '/pictures?url=logo';
  expect((await get(target)).status).toBe(403);
  expect((await get(target, { headers: { cookie, origin: 'http://evil.example' } })).status).toBe(403);
  expect((await get(target, { method: 'POST', headers: { cookie } })).status).toBe(404);
  const shown = await get(target, { headers: { cookie } });
  expect(await shown.text()).toBe('logo');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it('says how to build the window when it is not built', async () => {
  await expect(readWindowFiles(path.join(await makeTempFolder(), 'none'))).rejects.toThrow('npm run build');
});
