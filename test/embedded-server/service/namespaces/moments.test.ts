// Who switched a namespace and what was set then, what differs between two moments of it, and the order of namespaces.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { clientOf, startTestService, startWithGame } from '../../../support/service.ts';

const variables = { API_KEY: 'hunter2', MODE: 'race' };

async function startWithVersions() {
  const started = await startWithGame();
  const { client, game_id } = started;
  const make = async (display_name: string, config: object) =>
    (await client.createVersion({ params: { game_id }, body: { display_name, config } })).version_id;
  const first = await make('1.0', { environment: variables, arguments: ['--map', 'a'] });
  const second = await make('1.1', {
    environment: { ...variables, API_KEY: 'other', EXTRA: '1' },
    arguments: ['--map', 'b'],
  });
  return { ...started, first, second };
}

const limits = { lobby_count_max: 12, max_players: 34 };
const hosting = { server_count: 0, on_version_switch: 'stop', drain_limit: 1, restart: 'never' } as const;

it('keeps with each switch who made it, from where, and what was set then, but no value of a variable', async () => {
  const { client, call, place, game_id, namespacePath, first, second } = await startWithVersions();
  await client.updateMatchmakerConfig({ params: place, body: limits });
  await client.updateNamespaceVersion({ params: place, body: { version_id: first } });
  const { token } = await client.createCloudToken({ params: { game_id }, body: { name: 'ci-deploy' } });
  await client.setHosting({ params: place, body: hosting });
  await call('PUT', `${namespacePath}/version`, {
    token,
    body: { version_id: second },
    headers: { 'user-agent': 'deploy-tool/1.2' },
  });
  const answer = await client.listVersionHistory({ params: place });
  const [newest, oldest] = answer.versions;
  expect(newest).toMatchObject({
    by: { kind: 'cloud', name: 'ci-deploy' },
    from: { address: '127.0.0.1', program: 'deploy-tool/1.2' },
    settings: { limits, hosting, variables: ['API_KEY', 'EXTRA', 'MODE'] },
    outcome: { is_running: true, rolled_back: false, ran_ms: 0, crashes: 0, crash_loop: false, served: false },
  });
  expect(oldest).toMatchObject({
    by: { kind: 'owner' },
    settings: { limits, hosting: { restart: 'back_off' }, variables: ['API_KEY', 'MODE'] },
    outcome: { is_running: false, ended_ts: newest?.deploy_ts },
  });
  expect(JSON.stringify(answer)).not.toMatch(/hunter2|other/);
});

it('says what differs between two moments, and how much is the same', async () => {
  const { client, call, place, namespacePath, first, second, server } = await startWithVersions();
  await client.updateNamespaceVersion({ params: place, body: { version_id: first } });
  await sleep(2); // what is set in the same millisecond belongs to its moment
  await client.updateMatchmakerConfig({ params: place, body: limits });
  await client.updateNamespaceVersion({ params: place, body: { version_id: second } });
  const [newest, oldest] = (await client.listVersionHistory({ params: place })).versions;
  const query = { from: oldest?.deploy_ts ?? '' };
  const diff = await client.compareNamespaceMoments({ params: place, query });
  expect(diff.from).toMatchObject({ ts: oldest?.deploy_ts, version_id: first, deploy_ts: oldest?.deploy_ts });
  expect(diff.to).toMatchObject({ version_id: second, deploy_ts: newest?.deploy_ts, settings: { limits } });
  const unlimited = { lobby_count_max: 128, max_players: 4_294_967_295 };
  expect(diff.differences).toEqual(
    expect.arrayContaining([
      { path: ['limits', 'max_players'], change: 'changed', from: unlimited.max_players, to: limits.max_players },
      { path: ['version_id'], change: 'changed', from: first, to: second },
      { path: ['arguments'], change: 'changed', from: ['--map', 'a'], to: ['--map', 'b'] },
      { path: ['variables', 'API_KEY'], change: 'changed' },
      { path: ['variables', 'EXTRA'], change: 'added' },
    ]),
  );
  expect(diff.differences).toHaveLength(6);
  expect(diff.unchanged).toBe(5); // MODE, and how it keeps servers
  // The same moment, spelled with another offset and more digits, has no difference.
  const other = `${new Date(Date.parse(query.from) + 2 * 3_600_000).toISOString().slice(0, -1)}000+02:00`;
  const same = await call('GET', `${namespacePath}/diff?from=${query.from}&to=${encodeURIComponent(other)}`);
  expect(same.body).toMatchObject({ differences: [], to: { ts: query.from, version_id: first } });
  for (const bad of ['yesterday', '', '2026-02-30T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00']) {
    const { status, body } = await call('GET', `${namespacePath}/diff?from=${bad}`);
    expect([bad, status, body]).toMatchObject([bad, 400, { code: 'API_BAD_QUERY_PARAMETER' }]);
  }
  // Before the namespace was there, nothing is known of it.
  const early = await client.compareNamespaceMoments({ params: place, query: { from: '2001-01-01T00:00:00.000Z' } });
  expect(early).toMatchObject({ from: { ts: '2001-01-01T00:00:00.000Z' }, differences: [], unchanged: 0 });
  expect(early.from).not.toHaveProperty('version_id');
  await server.close();
  const again = clientOf((await startTestService({ dataFolder: server.dataFolder })).call);
  expect((await again.compareNamespaceMoments({ params: place, query })).differences).toEqual(diff.differences);
});

it('lists namespaces in the order that was set, and the others by name', async () => {
  const { client, call, gamePath, game_id, game } = await startWithVersions();
  const params = { game_id };
  for (const name of ['zeta', 'alpha']) {
    const body = { display_name: name, name_id: name, version_id: game.versions[0]?.version_id ?? '' };
    await client.createNamespace({ params, body });
  }
  const read = async () => (await client.getGame({ params })).game.namespaces;
  const names = async () => (await read()).map(({ name_id: name }) => name);
  expect(await names()).toEqual(['prod', 'staging', 'alpha', 'zeta']);
  const ids = new Map((await read()).map((one) => [one.name_id, one.namespace_id]));
  const order = (...wanted: string[]) => wanted.map((name) => ids.get(name) ?? name);
  const { watch } = await client.getGame({ params });
  const waiting = client.getGame({ params, query: { watch_index: watch.index } });
  await client.orderNamespaces({ params, body: { namespace_ids: order('zeta', 'staging') } });
  expect((await waiting).game.namespaces.map(({ order: place }) => place)).toEqual([0, 1, undefined, undefined]);
  expect(await names()).toEqual(['zeta', 'staging', 'prod', 'alpha']);
  for (const [wanted, status] of [
    [order('zeta', 'zeta'), 400],
    [['x'], 404],
  ] as const) {
    expect((await call('PUT', `${gamePath}/namespaces/order`, { body: { namespace_ids: wanted } })).status).toBe(
      status,
    );
  }
  await client.orderNamespaces({ params, body: { namespace_ids: [] } });
  expect(await names()).toEqual(['prod', 'staging', 'alpha', 'zeta']);
});

it('finds what it needs of a long history by its indexes alone', async () => {
  const { server } = await startWithGame();
  const sql = new DatabaseSync(dataPaths(server.dataFolder).database, { readOnly: true });
  const plan = (text: string) =>
    sql
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => String(detail));
  const well = plan(
    `SELECT version_id FROM version_outcomes o WHERE namespace_id = 'a' AND ran_ms >= 300000 AND served = 1 ORDER BY deployed DESC LIMIT 1`,
  );
  expect(well).toEqual([expect.stringContaining('outcomes_that_ran_well')]);
  const settings = plan(
    `SELECT settings FROM namespace_settings WHERE namespace_id = 'a' AND set_ts <= 1 ORDER BY set_ts DESC, number DESC LIMIT 1`,
  );
  expect(settings).toEqual([expect.stringContaining('namespace_settings_by_time')]);
  sql.close();
});
