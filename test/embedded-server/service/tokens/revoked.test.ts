// A token that is revoked: what is under way by it ends, what it asked for is worth nothing, and what others do goes on.
import { expect, it } from 'vitest';
import { openRaw, openWaiting, readAll, statuses } from '../../../support/raw-http.ts';
import { until } from '../../../support/until.ts';
import { blobs, prepareBuild, put, randomFile, startUploads } from '../../../support/upload.ts';

const BYTES = 300_000;
type Made = { token: string; token_id: string };

/** A service with a token for its game. `as` calls with it. */
async function startGiven() {
  const started = await startUploads();
  const { call, place } = started;
  const given = (await call('POST', `/cloud/games/${place.game_id}/tokens/cloud`)).body as Made;
  const as: typeof call = (method, path, options = {}) => call(method, path, { token: given.token, ...options });
  const revoke = async () => {
    const answer = await call('DELETE', `/cloud/games/${place.game_id}/tokens/${given.token_id}`);
    expect(answer.status).toBe(200);
  };
  const file = randomFile(BYTES);
  const prepare = async (name = 'v1') => await prepareBuild(as, place, { bytes: BYTES, name });
  return { ...started, given, as, revoke, file, prepare };
}

const urlOf = ({ parts }: { parts: readonly { url: string }[] }) => parts[0]?.url ?? '';

it('answers 401 to who waits with it, and leaves those alone who wait with another', async () => {
  const { call, place, server, given, revoke } = await startGiven();
  const { body } = await call('GET', `/cloud/games/${place.game_id}`);
  const target = `/cloud/games/${place.game_id}?watch_index=${(body as { watch: { index: string } }).watch.index}`;
  const wait = (token: string) =>
    openWaiting(server.port, target, `Authorization: Bearer ${token}\r\nConnection: close\r\n`);
  const [by, byOwner] = [readAll(await wait(given.token)), readAll(await wait(server.token))];
  await revoke();
  expect(statuses(await by)).toEqual([401]);
  await prepareBuild(call, place, { bytes: BYTES });
  await call('POST', `/cloud/games/${place.game_id}/namespaces`, {
    body: { display_name: 'Later', name_id: 'later', version_id: await versionOf(call, place.game_id) },
  });
  const answer = await byOwner;
  expect(statuses(answer)).toEqual([200]);
  expect(answer).toContain('"Later"');
});

it('ends with its namespace, with what waits by it and what it began to send', async () => {
  const { call, place, server } = await startGiven();
  const { game_id } = place;
  const version_id = await versionOf(call, game_id);
  const names = { display_name: 'Short', name_id: 'short', version_id };
  const made = await call('POST', `/cloud/games/${game_id}/namespaces`, { body: names });
  const { namespace_id } = made.body as { namespace_id: string };
  const limits = { can: ['push'], environment_id: namespace_id };
  const { token } = (await call('POST', `/cloud/games/${game_id}/tokens`, { body: limits })).body as Made;
  const at = { ...place, environment_id: namespace_id };
  const as: typeof call = (method, path, options = {}) => call(method, path, { token, ...options });
  const { parts } = await prepareBuild(as, at, { bytes: BYTES, name: 'never' });
  const { body } = await as('GET', `/games/${game_id}/environments/${namespace_id}/builds`);
  const { index } = (body as { watch: { index: string } }).watch;
  const target = `/games/${game_id}/environments/${namespace_id}/builds?watch_index=${index}`;
  const waiting = openWaiting(server.port, target, `Authorization: Bearer ${token}\r\nConnection: close\r\n`);
  const answer = readAll(await waiting);
  expect((await call('DELETE', `/cloud/games/${game_id}/namespaces/${namespace_id}`)).status).toBe(200);
  expect(statuses(await answer)).toEqual([401]);
  expect((await as('GET', `/cloud/games/${game_id}`)).status).toBe(401);
  expect((await put(urlOf({ parts }), randomFile(BYTES))).status).toBe(401);
});

async function versionOf(call: Awaited<ReturnType<typeof startGiven>>['call'], game_id: string): Promise<string> {
  const { body } = await call('GET', `/cloud/games/${game_id}`);
  return (body as { game: { versions: { version_id: string }[] } }).game.versions[0]?.version_id ?? '';
}

it('takes no byte at an address that was prepared with it, also not of a part that is under way', async () => {
  const { prepare, revoke, file, server, versions } = await startGiven();
  const [half, later] = [await prepare('half'), await prepare('later')];
  const { pathname, search } = new URL(urlOf(half));
  const socket = await openRaw(server.port);
  const answer = readAll(socket);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: ${BYTES}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await until(() => socket.bytesRead > 0, 'the go-ahead');
  socket.write(file.subarray(0, 100_000));
  await revoke();
  socket.write(file.subarray(100_000));
  expect(statuses(await answer)).toEqual([100, 401]);
  expect((await put(urlOf(later), file)).body).toMatchObject({ code: 'API_UNAUTHORIZED' });
  expect(await blobs(server.dataFolder)).toEqual([]);
  expect((await versions()).map(({ display_name: name }) => name)).toEqual(['0.0.1']);
});

it("refuses an address that it asked for of an upload that the owner prepared, and takes the owner's own", async () => {
  const { call, as, place, revoke, file, build } = await startGiven();
  const prepared = await prepareBuild(call, place, { bytes: BYTES });
  const { upload_id } = await build(prepared.build);
  const { body } = await as('GET', `/cloud/uploads/${upload_id}`);
  const asked = urlOf((body as { upload: { parts: { url: string }[] } }).upload);
  await revoke();
  expect((await put(asked, file)).status).toBe(401);
  expect((await put(asked.replace(/&token=[^&]*/, ''), file)).status).toBe(403);
  expect((await put(urlOf(prepared), file)).status).toBe(200);
});

it('gives a device nothing whose token was revoked before it came for it', async () => {
  const { call, place } = await startGiven();
  const link = (await call('POST', '/cloud/devices/links', { token: null })).body as { device_link_token: string };
  const { device_link_token } = link;
  await call('POST', '/cloud/devices/links/complete', { body: { device_link_token, game_id: place.game_id } });
  const { body } = await call('GET', `/cloud/games/${place.game_id}/tokens`);
  for (const { token_id } of (body as { tokens: Made[] }).tokens) {
    await call('DELETE', `/cloud/games/${place.game_id}/tokens/${token_id}`);
  }
  const polled = await call('GET', `/cloud/devices/links?device_link_token=${device_link_token}`, { token: null });
  expect([polled.status, polled.body]).toMatchObject([400, { code: 'TOKEN_EXPIRED' }]);
});

it('lets one token prepare so many uploads, and more once some are finished', async () => {
  const { prepare, file, as, place } = await startGiven();
  const first = await prepare('0');
  const ask = (name: string) =>
    as('POST', `/games/${place.game_id}/environments/${place.environment_id}/builds/prepare`, {
      body: { name, image_tag: 'more:1', image_file: { path: 'a', content_length: 1 }, kind: 'archive' },
    });
  const answers = await Promise.all(Array.from({ length: 257 }, (_, number) => ask(`at once ${number}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(255);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body])).toMatchObject([
    [400, { code: 'UPLOAD_INVALID' }],
    [400, { code: 'UPLOAD_INVALID' }],
  ]);
  expect((await put(urlOf(first), file)).status).toBe(200);
  expect((await prepare('more')).parts).toHaveLength(1);
});

it.each(['Bearer  T', 'Bearer\tT', 'bearer T', 'Bearer T ', 'Bearer T U', 'Bearer ', 'Basic T'])(
  'takes %j for no token',
  async (form) => {
    const { server, call } = await startUploads();
    const authorization = form.replace('T', server.token);
    const answer = await call('GET', '/cloud/games', { token: null, headers: { authorization } });
    // What is around a header's value is taken off before it is read.
    expect(answer.status).toBe(form.endsWith('T ') ? 200 : 401);
  },
);
