// Device links whole: made without a token, completed once by the owner, and the cloud token goes to who waits.
import { createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { loadFolderKey } from '../../../../embedded-server/platform/storage/folder-key.ts';
import { filesOf } from '../../../support/files-of.ts';
import { openWaiting, readAll } from '../../../support/raw-http.ts';
import { createGame, startTestService, type TestService } from '../../../support/service.ts';

type Call = TestService['call'];
type Link = { device_link_id: string; device_link_token: string; device_link_url: string };
type State = { cloud_token?: string; watch: { index: string } };
const HOUR_MS = 3_600_000;

async function makeLink(call: Call): Promise<Link> {
  const answer = await call('POST', '/cloud/devices/links', { token: null });
  expect(answer.status).toBe(200);
  return answer.body as Link;
}

const poll = (call: Call, token: string, index?: string) =>
  call('GET', `/cloud/devices/links?device_link_token=${token}${index === undefined ? '' : `&watch_index=${index}`}`, {
    token: null,
  });

const complete = (call: Call, token: string, game_id: string) =>
  call('POST', '/cloud/devices/links/complete', { body: { device_link_token: token, game_id } });

it('gives the device that waits a cloud token for the chosen game', async () => {
  const { call, server } = await startTestService();
  const game = await createGame(call);
  const link = await makeLink(call);
  expect(link.device_link_url).toBe(`${server.url}/devices/link/${link.device_link_token}`);
  const first = (await poll(call, link.device_link_token)).body as State;
  expect(first).not.toHaveProperty('cloud_token');
  const waiting = poll(call, link.device_link_token, first.watch.index);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const completed = await complete(call, link.device_link_token, game);
  expect([completed.status, completed.body]).toEqual([200, {}]);
  const state = (await waiting).body as State;
  expect(BigInt(state.watch.index)).toBeGreaterThan(BigInt(first.watch.index));
  const inspected = await call('GET', '/cloud/auth/inspect', { token: state.cloud_token ?? '' });
  expect(inspected.body).toEqual({ agent: { game_cloud: { game_id: game } } });
});

it('gives the token out once, and has it nowhere after', async () => {
  const { call, server } = await startTestService();
  const link = await makeLink(call);
  await complete(call, link.device_link_token, await createGame(call));
  const first = (await poll(call, link.device_link_token)).body as State;
  const again = (await poll(call, link.device_link_token)).body as State;
  expect(first.cloud_token).toMatch(/^slipway_cloud_/);
  expect(again).toEqual({ watch: first.watch });
  await server.close();
  for (const name of await filesOf(server.dataFolder)) {
    const bytes = await readFile(name);
    expect(bytes.includes(first.cloud_token ?? '')).toBe(false);
  }
});

it('keeps the token for a device that polls with an index from the future until its wait is over', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const link = await makeLink(call);
  await complete(call, link.device_link_token, game);
  const controller = new AbortController();
  const lost = call('GET', `/cloud/devices/links?device_link_token=${link.device_link_token}&watch_index=999999`, {
    token: null,
    signal: controller.signal,
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  controller.abort();
  await expect(lost).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await poll(call, link.device_link_token)).body).toHaveProperty('cloud_token');
});

it('keeps a token that nobody fetched over a restart, sealed', async () => {
  const first = await startTestService();
  const link = await makeLink(first.call);
  const game = await createGame(first.call);
  await complete(first.call, link.device_link_token, game);
  await first.server.close();
  for (const name of await filesOf(first.server.dataFolder)) {
    const text = await readFile(name, 'latin1');
    expect([name, text.includes('slipway_cloud_')]).toEqual([name, false]);
  }
  const again = await startTestService({ dataFolder: first.server.dataFolder });
  expect((await poll(again.call, link.device_link_token)).body).toHaveProperty('cloud_token');
});

it('keeps its key where only its user may read it', async () => {
  const { server } = await startTestService();
  const { mode, size } = await stat(path.join(server.dataFolder, 'folder-key'));
  expect(size).toBe(32);
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
});

it('completes once', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const link = await makeLink(call);
  const answers = await Promise.all([1, 2, 3].map(() => complete(call, link.device_link_token, game)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const { status, body } = await complete(call, link.device_link_token, game);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'CLOUD_DEVICE_LINK_ALREADY_COMPLETE' });
});

it('is not used up by a game that does not exist', async () => {
  const { call } = await startTestService();
  const link = await makeLink(call);
  for (const wrong of ['00000000-0000-4000-8000-000000000000', 'no-id', '']) {
    const { status, body } = await complete(call, link.device_link_token, wrong);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'GAME_NOT_FOUND' });
  }
  expect((await complete(call, link.device_link_token, await createGame(call))).status).toBe(200);
});

it('is too old after an hour, and what was not fetched is gone', async () => {
  let now = Date.now();
  const { call, server } = await startTestService({ now: () => now });
  const game = await createGame(call);
  const [open, completed, ended] = [await makeLink(call), await makeLink(call), await makeLink(call)];
  await complete(call, completed.device_link_token, game);
  await complete(call, ended.device_link_token, game);
  now += HOUR_MS - 2_000;
  expect((await poll(call, ended.device_link_token)).body).toHaveProperty('cloud_token');
  now += 2_000;
  const answers = [
    await poll(call, open.device_link_token),
    await poll(call, completed.device_link_token),
    await complete(call, open.device_link_token, game),
    await complete(call, completed.device_link_token, game),
  ];
  for (const { status, body } of answers) expect([status, body]).toMatchObject([400, { code: 'TOKEN_EXPIRED' }]);
  await server.close();
  const again = await startTestService({ dataFolder: server.dataFolder, now: () => now });
  await again.server.close();
  const records = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
  expect({ ...records.prepare('SELECT count(*) AS links FROM device_links').get() }).toEqual({ links: 0 });
  records.close();
});

it('tells a device that waits when its link becomes too old', async () => {
  let now = Date.now();
  const { call, server } = await startTestService({ now: () => now });
  const link = await makeLink(call);
  const target = `/cloud/devices/links?device_link_token=${link.device_link_token}&watch_index=0`;
  const answer = readAll(await openWaiting(server.port, target));
  now += HOUR_MS;
  await server.close();
  expect(await answer).toContain('"code":"TOKEN_EXPIRED"');
});

describe('a token that is not ours', () => {
  async function forgeries(service: TestService): Promise<[string, string][]> {
    const { device_link_token: good } = await makeLink(service.call);
    const [head = '', claims = '', signature = ''] = good.split('.');
    const key = (await loadFolderKey(dataPaths(service.server.dataFolder))).derive('device-link-token');
    const sign = (secret: Uint8Array, audience: string, alg = 'HS256') =>
      new SignJWT().setProtectedHeader({ alg }).setJti('x').setAudience(audience).setExpirationTime('1h').sign(secret);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = encode({ alg: 'none' });
    const spoiled = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    return [
      ['empty', ''],
      ['a word', 'word'],
      ['another audience', await sign(key, 'upload')],
      ['another key', await sign(Buffer.alloc(32, 7), 'device-link')],
      ['another algorithm', await sign(Buffer.concat([key, key]), 'device-link', 'HS512')],
      ['alg none', `${none}.${claims}.`],
      ['alg none with the signature', `${none}.${claims}.${signature}`],
      ['alg None', `${encode({ alg: 'None' })}.${claims}.`],
      ['a spoiled signature', `${head}.${claims}.${spoiled}`],
      ['no signature', `${head}.${claims}.`],
      ['two parts', `${head}.${claims}`],
      ['four parts', `${good}.x`],
      ['cut off', good.slice(0, -1)],
      ['padded', `${good}=`],
      ['with a line break', `${good}\n`],
      ['other claims', `${head}.${encode({ jti: 'x', aud: 'device-link', exp: 9_999_999_999 })}.${signature}`],
      ['no expiry', await new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience('device-link').sign(key)],
      ['the owner token', service.server.token],
      ['very long', `${head}.${'A'.repeat(9_000)}.${signature}`],
      ['a plain HMAC', `${head}.${claims}.${createHmac('sha256', '').update(`${head}.${claims}`).digest('base64url')}`],
    ];
  }

  it('answers TOKEN_INVALID to every forgery, in complete and in poll', async () => {
    const service = await startTestService();
    const game = await createGame(service.call);
    for (const [what, token] of await forgeries(service)) {
      const completed = await complete(service.call, token, game);
      expect([what, completed.status, completed.body]).toMatchObject([what, 400, { code: 'TOKEN_INVALID' }]);
      const polled = await poll(service.call, encodeURIComponent(token));
      expect([what, polled.status, polled.body]).toMatchObject([what, 400, { code: 'TOKEN_INVALID' }]);
    }
    const listed = await service.call('GET', `/cloud/games/${game}/tokens`);
    expect(listed.body).toEqual({ tokens: [] });
  });

  it('is one of another data folder', async () => {
    const [ours, theirs] = [await startTestService(), await startTestService()];
    const link = await makeLink(theirs.call);
    const { body } = await complete(ours.call, link.device_link_token, await createGame(ours.call));
    expect(body).toMatchObject({ code: 'TOKEN_INVALID' });
  });
});
