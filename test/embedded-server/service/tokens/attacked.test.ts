// What a token with limits was turned into by attacks: an address to write to, a limit that was not understood, a second token in one call.
import { expect, it } from 'vitest';
import { sendRaw } from '../../../support/raw-http.ts';
import { startWithGame } from '../../../support/service.ts';
import { prepareBuild } from '../../../support/upload.ts';

it('one that may only read gets no address to send bytes to, and one that may push none of a picture', async () => {
  const { call, client, game_id, place } = await startWithGame();
  const make = async (can: 'read' | 'push') =>
    (await client.createToken({ params: { game_id }, body: { can: [can] } })).token;
  const [reader, pusher] = [await make('read'), await make('push')];
  const { build } = await prepareBuild(call, { game_id, environment_id: place.namespace_id }, { bytes: 10 });
  const params = { game_id, environment_id: place.namespace_id, build_id: build };
  const { upload_id } = (await client.getBuild({ params })).build;
  expect((await call('GET', `/cloud/uploads/${upload_id}`, { token: reader })).status).toBe(403);
  expect((await call('GET', `/cloud/uploads/${upload_id}`, { token: pusher })).status).toBe(200);
  const picture = await client.prepareGameLogo({ params: { game_id }, body: { path: 'a.png', content_length: 9 } });
  expect((await call('GET', `/cloud/uploads/${picture.upload_id}`, { token: pusher })).status).toBe(404);
});

it.each([
  [{ can: ['push'], namespace_id: '4799c3a1-3df3-4d10-ac93-d250314cc399' }, 'There is no field "namespace_id" here'],
  [{ can: ['push'], environment_id: null }, 'Expected a text'],
  [{ can: ['push'], expires_in: null }, 'Expected'],
  [{ can: ['push'], expires_in: 0 }, 'Expected at least 1.'],
])('is not made with %j: a limit that is not understood would be none', async (body, sentence) => {
  const { call, client, game_id } = await startWithGame();
  const answer = await call('POST', `/cloud/games/${game_id}/tokens`, { body });
  expect([answer.status, (answer.body as { message: string }).message]).toEqual([
    400,
    expect.stringContaining(sentence),
  ]);
  expect((answer.body as { message: string }).message).not.toContain('..');
  expect((await client.listTokens({ params: { game_id } })).tokens).toEqual([]);
});

it('beside a second token is refused, as a proxy may have looked at the other', async () => {
  const { server } = await startWithGame();
  const header = `Authorization: Bearer ${server.token}\r\n`;
  const answer = await sendRaw(
    server.port,
    `GET /cloud/games HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${header}${header}Connection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*two Authorization headers/s);
});
