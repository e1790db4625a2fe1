// What is set on a namespace: the matchmaker's limits and the hosting policy.
import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../support/records.ts';
import { clientOf, startTestService, startWithGame } from '../../../support/service.ts';

describe('matchmaker limits', () => {
  it.each([0, 1, 128, 2 ** 31, 2 ** 32 - 1])('takes %d', async (limit) => {
    const { client, place } = await startWithGame();
    const limits = { lobby_count_max: limit, max_players: limit };
    expect(await client.updateMatchmakerConfig({ params: place, body: limits })).toEqual({});
    expect((await client.getNamespace({ params: place })).namespace.config.matchmaker).toMatchObject(limits);
  });

  const wrong = ['', '-1', '1.5', '4294967296', '18446744073709551616', '1e400', 'null', '"8"', 'true', '[8]', '{}'];
  it('refuses anything else, for each of the two', async () => {
    const { call, namespacePath, server } = await startWithGame();
    const before = readRecords(server.dataFolder);
    for (const field of ['lobby_count_max', 'max_players']) {
      const other = field === 'max_players' ? 'lobby_count_max' : 'max_players';
      for (const value of wrong) {
        const raw = `{"${other}": 1${value === '' ? '' : `, "${field}": ${value}`}}`;
        const { status, body } = await call('POST', `${namespacePath}/mm-config`, {
          raw,
          headers: { 'content-type': 'application/json' },
        });
        expect([raw, status, body]).toMatchObject([raw, 400, { code: 'API_BAD_BODY' }]);
      }
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });
});

describe('hosting policy', () => {
  const policy = { server_count: 3, on_version_switch: 'stop', drain_limit: 0, restart: 'never' } as const;

  it.each([undefined, 1])('begins with the number of servers that the service was given (%s)', async (count) => {
    const { client, place } = await startWithGame(count === undefined ? {} : { defaultServerCount: count });
    expect((await client.getHosting({ params: place })).hosting).toEqual({
      server_count: count ?? 0,
      on_version_switch: 'drain',
      drain_limit: 600_000,
      restart: 'back_off',
    });
  });

  it('is replaced as a whole, and outlives a restart', async () => {
    const { client, place, server } = await startWithGame();
    expect(await client.setHosting({ params: place, body: policy })).toEqual({});
    await server.close();
    const again = await startTestService({ dataFolder: server.dataFolder });
    expect((await clientOf(again.call).getHosting({ params: place })).hosting).toEqual(policy);
  });

  it.each([
    { server_count: -1 },
    { server_count: 2 ** 32 },
    { on_version_switch: 'Stop' },
    { drain_limit: 0.5 },
    { restart: null },
    { restart: undefined },
  ])('refuses %j', async (change) => {
    const { call, namespacePath, server } = await startWithGame();
    const before = readRecords(server.dataFolder);
    const { body } = await call('PUT', `${namespacePath}/hosting`, { body: { ...policy, ...change } });
    expect(body).toMatchObject({ code: 'API_BAD_BODY' });
    expect(readRecords(server.dataFolder)).toBe(before);
  });
});
