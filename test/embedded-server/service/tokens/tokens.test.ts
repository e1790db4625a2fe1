// Tokens of games and namespaces: made once, kept as hashes, revoked at once, with when they were last used.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { filesOf } from '../../../support/files-of.ts';
import { createGame, startTestService, type TestService } from '../../../support/service.ts';

type Made = { token: string; token_id: string };
type Listed = { token_id: string; kind: string; name: string; environment_id?: string; last_used_ts?: string };
const NOBODY = '00000000-0000-4000-8000-000000000000';

async function makeCloud(call: TestService['call'], game_id: string, body?: unknown, token?: string): Promise<Made> {
  const answer = await call('POST', `/cloud/games/${game_id}/tokens/cloud`, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
  expect(answer.status).toBe(200);
  return answer.body as Made;
}

async function list(call: TestService['call'], game_id: string): Promise<Listed[]> {
  return ((await call('GET', `/cloud/games/${game_id}/tokens`)).body as { tokens: Listed[] }).tokens;
}

async function namespaceOf(call: TestService['call'], game_id: string): Promise<string> {
  const { body } = await call('GET', `/cloud/games/${game_id}`);
  return (body as { game: { namespaces: { namespace_id: string }[] } }).game.namespaces[0]?.namespace_id ?? '';
}

it('makes a cloud token that speaks for its game, and says so', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const { token } = await makeCloud(call, game);
  expect(token).toMatch(/^slipway_cloud_[A-Za-z0-9_-]{43}$/);
  expect((await call('GET', '/cloud/auth/inspect', { token })).body).toEqual({
    agent: { game_cloud: { game_id: game } },
  });
  expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(200);
});

it('makes a service token for one namespace, also for a cloud token', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const { token: cloud } = await makeCloud(call, game);
  const environment = await namespaceOf(call, game);
  const answer = await call('POST', `/games/${game}/environments/${environment}/tokens/service`, {
    token: cloud,
    body: { name: 'Matchmaker' },
  });
  const { token } = answer.body as Made;
  expect(token).toMatch(/^slipway_service_[A-Za-z0-9_-]{43}$/);
  expect((await call('GET', '/cloud/auth/inspect', { token })).body).toEqual({
    agent: { env_service: { game_id: game, environment_id: environment } },
  });
  expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(403);
});

it('lists tokens by name, without their secrets', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const first = await makeCloud(call, game);
  const second = await makeCloud(call, game, { name: 'CI' });
  const listed = await call('GET', `/cloud/games/${game}/tokens`);
  expect(JSON.stringify(listed.body)).not.toContain(first.token);
  expect(await list(call, game)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ token_id: first.token_id, kind: 'cloud', name: 'Cloud token' }),
      expect.objectContaining({ token_id: second.token_id, kind: 'cloud', name: 'CI' }),
    ]),
  );
});

it('keeps its tokens over a restart, and their secrets nowhere', async () => {
  const first = await startTestService();
  const game = await createGame(first.call);
  const { token } = await makeCloud(first.call, game);
  await first.server.close();
  const folder = first.server.dataFolder;
  for (const name of await filesOf(folder)) {
    expect((await readFile(name)).includes(token)).toBe(false);
  }
  const again = await startTestService({ dataFolder: folder });
  expect((await again.call('GET', `/cloud/games/${game}`, { token })).status).toBe(200);
});

it('knows a revoked token no more, at once and after a restart; revoking again is fine', async () => {
  const { call, server } = await startTestService();
  const game = await createGame(call);
  const { token, token_id: id } = await makeCloud(call, game);
  for (let n = 0; n < 2; n += 1) {
    const answer = await call('DELETE', `/cloud/games/${game}/tokens/${id}`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
  }
  expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(401);
  expect(await list(call, game)).toEqual([]);
  await server.close();
  const again = await startTestService({ dataFolder: server.dataFolder });
  expect((await again.call('GET', `/cloud/games/${game}`, { token })).status).toBe(401);
});

it('leaves a token valid when its removal cannot be written, so that a restart changes nothing', async () => {
  const { call, server } = await startTestService();
  const game = await createGame(call);
  const { token, token_id: id } = await makeCloud(call, game);
  const records = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
  records.exec("CREATE TRIGGER stuck BEFORE DELETE ON tokens BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect((await call('DELETE', `/cloud/games/${game}/tokens/${id}`)).status).toBe(500);
  expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(200);
  records.exec('DROP TRIGGER stuck');
  records.close();
  expect((await call('DELETE', `/cloud/games/${game}/tokens/${id}`)).status).toBe(200);
  expect((await call('GET', `/cloud/games/${game}`, { token })).status).toBe(401);
});

it('revokes nothing of another game', async () => {
  const { call } = await startTestService();
  const mine = await createGame(call, 'Mine');
  const other = await createGame(call, 'Other');
  const { token, token_id: id } = await makeCloud(call, other);
  expect((await call('DELETE', `/cloud/games/${mine}/tokens/${id}`)).status).toBe(200);
  expect((await call('GET', `/cloud/games/${other}`, { token })).status).toBe(200);
});

it('lets a token revoke itself, and ends with it', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const { token, token_id: id } = await makeCloud(call, game);
  expect((await call('DELETE', `/cloud/games/${game}/tokens/${id}`, { token })).status).toBe(200);
  expect((await call('GET', '/cloud/auth/inspect', { token })).status).toBe(401);
});

it('says when a token was last used, to the minute', async () => {
  let now = Date.parse('2026-05-01T10:00:00.000Z');
  const { call } = await startTestService({ now: () => now });
  const game = await createGame(call);
  const { token } = await makeCloud(call, game);
  expect((await list(call, game))[0]).not.toHaveProperty('last_used_ts');
  await call('GET', `/cloud/games/${game}`, { token });
  expect((await list(call, game))[0]?.last_used_ts).toBe('2026-05-01T10:00:00.000Z');
  now += 59_000;
  await call('GET', `/cloud/games/${game}`, { token });
  expect((await list(call, game))[0]?.last_used_ts).toBe('2026-05-01T10:00:00.000Z');
  now += 1_000;
  await call('GET', `/cloud/games/${game}`, { token });
  expect((await list(call, game))[0]?.last_used_ts).toBe('2026-05-01T10:01:00.000Z');
});

it('remembers the last use when it is stopped right after', async () => {
  const { call, server } = await startTestService({ now: () => 1_000_000 });
  const game = await createGame(call);
  const { token } = await makeCloud(call, game);
  await call('GET', `/cloud/games/${game}`, { token });
  await server.close();
  const again = await startTestService({ dataFolder: server.dataFolder });
  expect((await list(again.call, game))[0]?.last_used_ts).toBe('1970-01-01T00:16:40.000Z');
});

it.each([
  ['', 'too-short'],
  ['x'.repeat(129), 'too-long'],
  [' padded', 'invalid'],
  ['two\nlines', 'invalid'],
])('refuses the name %j', async (name, reason) => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const { status, body } = await call('POST', `/cloud/games/${game}/tokens/cloud`, { body: { name } });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { errors: expect.arrayContaining([{ path: ['name', reason] }]) },
  });
});

it('says which game or namespace is missing', async () => {
  const { call } = await startTestService();
  const game = await createGame(call);
  const missing: [string, string, string][] = [
    ['POST', `/cloud/games/${NOBODY}/tokens/cloud`, 'GAME_NOT_FOUND'],
    ['GET', `/cloud/games/${NOBODY}/tokens`, 'GAME_NOT_FOUND'],
    ['DELETE', `/cloud/games/${NOBODY}/tokens/${NOBODY}`, 'GAME_NOT_FOUND'],
    ['POST', `/games/${NOBODY}/environments/${NOBODY}/tokens/service`, 'GAME_NOT_FOUND'],
    ['POST', `/games/${game}/environments/${NOBODY}/tokens/service`, 'GAME_ENVIRONMENT_NOT_FOUND'],
  ];
  for (const [method, address, code] of missing) {
    const answer = await call(method, address);
    expect([address, answer.status, answer.body]).toEqual([address, 404, expect.objectContaining({ code })]);
  }
});
