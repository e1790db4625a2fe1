// Switching a namespace's version, and what its history then says.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { id } from '../../../src-shared/service/examples.ts';
import { readRecords } from '../../../support/records.ts';
import { clientOf, createGame, startTestService, startWithGame } from '../../../support/service.ts';

async function startWithVersions() {
  const started = await startWithGame();
  const { client, game_id, game } = started;
  const made: string[] = [game.versions[0]?.version_id ?? ''];
  for (const display_name of ['0.0.2', '0.0.3']) {
    const { version_id } = await client.createVersion({
      params: { game_id },
      body: { display_name, config: {} },
    });
    made.push(version_id);
  }
  const [first = '', second = '', third = ''] = made;
  return { ...started, first, second, third };
}

it('sets a version at once and records each switch, newest first', async () => {
  const { client, place, game_id, first, second, third } = await startWithVersions();
  const params = place;
  expect(await client.listVersionHistory({ params })).toEqual({ versions: [] });
  for (const version_id of [second, third, first]) {
    expect(await client.updateNamespaceVersion({ params, body: { version_id } })).toEqual({});
    expect((await client.getNamespace({ params })).namespace.version_id).toBe(version_id);
  }
  const { versions } = await client.listVersionHistory({ params });
  expect(versions.map(({ version_id }) => version_id)).toEqual([first, third, second]);
  expect(versions.map(({ namespace_id }) => namespace_id)).toEqual(versions.map(() => place.namespace_id));
  const times = versions.map(({ deploy_ts }) => Date.parse(deploy_ts));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const { game } = await client.getGame({ params: { game_id } });
  expect(game.namespaces[1]?.version_id).toBe(first); // the other namespace is as it was
});

it('tells with the game when a namespace was switched last, and nothing where it never was', async () => {
  const { client, place, game_id, second } = await startWithVersions();
  const deployed = async () =>
    (await client.getGame({ params: { game_id } })).game.namespaces.map(({ deploy_ts: at }) => at);
  expect(await deployed()).toEqual([undefined, undefined]);
  await client.updateNamespaceVersion({ params: place, body: { version_id: second } });
  const { versions } = await client.listVersionHistory({ params: place });
  expect(await deployed()).toEqual([versions[0]?.deploy_ts, undefined]);
  expect((await client.getNamespace({ params: place })).namespace.deploy_ts).toBe(versions[0]?.deploy_ts);
});

it('records nothing when the version is the present one, and moves no watch index', async () => {
  const { client, place, game_id, first } = await startWithVersions();
  const before = await client.getGame({ params: { game_id } });
  await client.updateNamespaceVersion({ params: place, body: { version_id: first } });
  expect(await client.listVersionHistory({ params: place })).toEqual({ versions: [] });
  expect(await client.getGame({ params: { game_id } })).toEqual(before);
});

it('refuses versions that are not of this game', async () => {
  const { call, client, namespacePath, server, first } = await startWithVersions();
  const other = await client.getGame({ params: { game_id: await createGame(call, 'Other') } });
  const before = readRecords(server.dataFolder);
  const unknown = [
    id(9),
    other.game.versions[0]?.version_id,
    '',
    'x',
    ` ${first}`,
    'x'.repeat(100_000),
    '\u0000',
    '\ud800',
  ];
  for (const version_id of unknown) {
    const { status, body } = await call('PUT', `${namespacePath}/version`, { body: { version_id } });
    expect([version_id?.slice(0, 40), status, body]).toMatchObject([
      version_id?.slice(0, 40),
      404,
      { code: 'VERSION_NOT_FOUND' },
    ]);
  }
  expect(readRecords(server.dataFolder)).toBe(before);
});

it.each([
  'mm-config',
  'version',
  'new version',
  'game name',
  'hosting',
  'new namespace',
  'namespace name',
  'namespace gone',
])('wakes who watches the game: %s', async (what) => {
  const { client, place, game_id, second } = await startWithVersions();
  const game = { params: { game_id } };
  const { watch } = await client.getGame(game);
  const waiting = client.getGame({ ...game, query: { watch_index: watch.index } });
  const change: Record<string, () => Promise<unknown>> = {
    'mm-config': () => client.updateMatchmakerConfig({ params: place, body: { lobby_count_max: 128, max_players: 8 } }),
    version: () => client.updateNamespaceVersion({ params: place, body: { version_id: second } }),
    'new version': () => client.createVersion({ ...game, body: { display_name: 'new', config: {} } }),
    'new namespace': () =>
      client.createNamespace({ ...game, body: { display_name: 'N', name_id: 'n', version_id: second } }),
    'namespace name': () => client.renameNamespace({ params: place, body: { display_name: 'Live' } }),
    'namespace gone': () => client.deleteNamespace({ params: place }),
    'game name': () => client.updateGame({ ...game, body: { display_name: 'Renamed' } }),
    hosting: () =>
      client.setHosting({
        params: place,
        body: { server_count: 1, on_version_switch: 'stop', drain_limit: 1, restart: 'never' },
      }),
  };
  await change[what]?.();
  const answer = await waiting;
  expect(BigInt(answer.watch.index)).toBeGreaterThan(BigInt(watch.index));
  expect(answer).toEqual(await client.getGame(game));
});

it('answers pages by offset and limit, and refuses what is outside', async () => {
  const { call, client, place, namespacePath, first, second } = await startWithVersions();
  for (let n = 0; n < 40; n += 1) {
    await client.updateNamespaceVersion({ params: place, body: { version_id: n % 2 === 0 ? second : first } });
  }
  const path = `${namespacePath}/version-history`;
  const lengths: [string, number][] = [
    ['', 32],
    ['?limit=1', 1],
    ['?limit=32', 32],
    ['?anchor=0', 32],
    ['?anchor=8&limit=32', 32],
    ['?anchor=9', 31],
    ['?anchor=39', 1],
    ['?anchor=40', 0],
    ['?anchor=9007199254740991', 0],
    ['?unknown=1', 32],
  ];
  for (const [query, length] of lengths) {
    const { body } = await call('GET', path + query);
    expect([query, (body as { versions: unknown[] }).versions.length]).toEqual([query, length]);
  }
  const page = async (anchor: number) =>
    (await client.listVersionHistory({ params: place, query: { anchor, limit: 10 } })).versions;
  const all = [...(await page(0)), ...(await page(10)), ...(await page(20)), ...(await page(30))];
  expect(all.map(({ version_id }) => version_id)).toEqual(all.map((_, n) => (n % 2 === 0 ? first : second)));
  for (const query of [
    'limit=0',
    'limit=33',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=x',
    'limit=01',
    'limit=%201',
    'limit=4294967296',
    'limit=18446744073709551616',
    'anchor=-1',
    'anchor=',
    'anchor=1e1',
    'anchor=9007199254740992',
    'anchor=99999999999999999999',
  ]) {
    const { status, body } = await call('GET', `${path}?${query}`);
    expect([query, status, body]).toMatchObject([query, 400, { code: 'API_BAD_QUERY_PARAMETER' }]);
  }
  expect((await call('GET', `${path}?limit=1&limit=2`)).body).toMatchObject({ code: 'API_BAD_QUERY' });
});

it('keeps the order of switches when the clock goes back, and over a restart', async () => {
  const { client, place, first, second, server } = await startWithVersions();
  for (const version_id of [second, first])
    await client.updateNamespaceVersion({ params: place, body: { version_id } });
  await server.close();
  const sql = new DatabaseSync(`${server.dataFolder}/slipway.db`);
  sql.exec('UPDATE version_history SET deploy_ts = deploy_ts + 100000 WHERE number = 1');
  sql.close();
  const again = clientOf((await startTestService({ dataFolder: server.dataFolder })).call);
  await again.updateNamespaceVersion({ params: place, body: { version_id: second } });
  const { versions } = await again.listVersionHistory({ params: place });
  expect(versions.map(({ version_id }) => version_id)).toEqual([second, first, second]);
});

it('loses no switch when many come at once', async () => {
  const { client, place, first, second, third } = await startWithVersions();
  const versionIds = Array.from({ length: 30 }, (_, n) => [first, second, third][n % 3] ?? '');
  await Promise.all(
    versionIds.map((version_id) => client.updateNamespaceVersion({ params: place, body: { version_id } })),
  );
  const { versions } = await client.listVersionHistory({ params: place });
  const chain = [first, ...versions.map(({ version_id }) => version_id).toReversed()];
  expect(chain.every((version, n) => version !== chain[n - 1])).toBe(true);
  expect((await client.getNamespace({ params: place })).namespace.version_id).toBe(chain.at(-1));
});
