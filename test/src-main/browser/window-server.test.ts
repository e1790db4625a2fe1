// The browser shell's door over raw HTTP: what it serves, to whom, and what it refuses.
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { readWindowFiles } from '../../../src-main/browser/files.ts';
import { createSessions } from '../../../src-main/browser/sessions.ts';
import { createWindowServer } from '../../../src-main/browser/window-server.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

async function startDoor() {
  const folder = await makeTempFolder();
  const built = path.join(folder, 'built');
  await mkdir(path.join(built, 'assets'), { recursive: true });
  await writeFile(path.join(built, 'index.html'), '<title>Slipway</title>');
  await writeFile(path.join(built, 'assets', 'a-1.js'), '1');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const sessions = await createSessions(path.join(folder, 'app'));
  let used = 0;
  const { server, close } = createWindowServer({
    files: await readWindowFiles(built),
    sessions,
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

it('trades a link for a cookie that scripts can not read and other sites do not send, once', async () => {
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

it('says how to build the window when it is not built', async () => {
  await expect(readWindowFiles(path.join(await makeTempFolder(), 'none'))).rejects.toThrow('npm run build');
});
