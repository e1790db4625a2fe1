// What changed in a game, put together: deployments with who and where, settings set from here, and what an instance does not tell.
import { expect, it } from 'vitest';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { coreForAll } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { anyResources, helloServer, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { startTestService, withGame } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';

const useCore = coreForAll();
const useService = startOnce(() => startTestService());
const useHosting = hostingForAll();

async function startWithChanges(isOld = false) {
  const service = await withGame(await useService());
  const url = isOld ? (await startElevenRemote(service.server.url)).url : service.server.url;
  const { client, whenState } = await useCore();
  const added = await client.call('instances.add', { url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...service.place };
  const makeVersion = async (name: string) => {
    const made = await service.call('POST', `/cloud/games/${service.game_id}/versions`, {
      body: { display_name: name, config: {} },
    });
    return (made.body as { version_id: string }).version_id;
  };
  const game = { instance_id: added.instance_id, game_id: service.game_id };
  return { service, client, place, makeVersion, read: () => client.call('activity.changes', game) };
}

it('tells deployments from here and elsewhere, and the settings that were set from here', async () => {
  const { service, client, place, makeVersion, read } = await startWithChanges();
  const { namespace_id } = place;
  const [first, second] = [await makeVersion('1.0.0'), await makeVersion('1.1.0')];
  await client.call('namespaces.switch', { ...place, version_id: first });
  const limits = { lobby_count_max: 3, max_players: 8 };
  await client.call('namespaces.setLimits', { ...place, limits });
  await service.call('PUT', `/cloud/games/${service.game_id}/namespaces/${namespace_id}/version`, {
    body: { version_id: second },
  });
  const { changes, why_not: whyNot } = await read();
  expect(whyNot).toEqual([]);
  expect(changes).toMatchObject([
    {
      kind: 'deployed',
      by: 'elsewhere',
      made_by: { kind: 'owner' },
      made_from: { address: '127.0.0.1' },
      namespace_id,
      version: '1.1.0',
      before: '1.0.0',
      set_after: { limits },
    },
    { kind: 'limits', by: 'here', namespace_id, set_after: { limits } },
    { kind: 'deployed', by: 'here', version: '1.0.0' },
  ]);
});

it('tells how servers were kept before that was set from here, as the instance told it last', async () => {
  const { service, client, place, read } = await startWithChanges();
  const { game_id, namespace_id } = place;
  const first = { server_count: 2, on_version_switch: 'drain', drain_limit: 5_000, restart: 'back_off' } as const;
  await service.call('PUT', `/cloud/games/${game_id}/namespaces/${namespace_id}/hosting`, { body: first });
  await client.call('namespaces.settings', place);
  const [second, third] = [
    { ...first, on_version_switch: 'stop' as const },
    { ...first, restart: 'never' as const },
  ];
  await client.call('namespaces.setHosting', { ...place, hosting: second });
  await client.call('namespaces.setHosting', { ...place, hosting: third });
  const { changes } = await read();
  expect(changes).toMatchObject([
    { kind: 'hosting', by: 'here', set_before: { hosting: second }, set_after: { hosting: third } },
    { kind: 'hosting', by: 'here', set_before: { hosting: first }, set_after: { hosting: second } },
  ]);
});

it('says back what was left as a roll back, and tells no refused call', async () => {
  const { client, place, makeVersion, read } = await startWithChanges();
  const [first, second] = [await makeVersion('1.0.0'), await makeVersion('1.1.0')];
  for (const version_id of [first, second, first]) await client.call('namespaces.switch', { ...place, version_id });
  const { namespace_id: _, ...game } = place;
  const refused = client.call('namespaces.create', {
    ...game,
    display_name: 'Prod',
    name_id: 'prod',
    version_id: first,
  });
  await expect(refused).rejects.toThrow();
  const { changes } = await read();
  expect(changes.map(({ kind, version, before }) => [kind, version, before])).toEqual([
    ['rolled_back', '1.0.0', '1.1.0'],
    ['deployed', '1.1.0', '1.0.0'],
    ['deployed', '1.0.0', undefined],
  ]);
});

it('tells a roll back that the service made by itself as its own, though the version was switched to from here shortly before', async () => {
  const { server, namespace, deploy, policy, list } = await useHosting();
  const { client, whenState } = await useCore();
  const added = await client.call('instances.add', { url: server.url, token: server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...namespace };
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'never' });
  const good = await deploy(nodeBuild(helloServer), '1.0.0');
  const bad = await deploy(nodeBuild('process.exit(3);'), '1.1.0');
  await client.call('namespaces.switch', { ...place, version_id: good.version });
  await until(async () => (await list()).some(({ state }) => state === 'running'), 'a server of the good version');
  await client.call('namespaces.switch', { ...place, version_id: bad.version });

  const rows = async () => (await client.call('namespaces.history', place)).rows;
  await until(async () => (await rows())[0]?.made_by?.kind === 'slipway', 'the way back');
  expect((await rows()).slice(0, 3).map(({ display_name: name, by }) => [name, by])).toEqual([
    ['1.0.0', 'elsewhere'],
    ['1.1.0', 'here'],
    ['1.0.0', 'here'],
  ]);
  const { changes } = await client.call('activity.changes', place);
  const switches = changes.filter(({ kind }) => kind === 'rolled_back' || kind === 'deployed');
  expect(switches.slice(0, 3).map(({ kind, version, by }) => [kind, version, by])).toEqual([
    ['rolled_back', '1.0.0', 'elsewhere'],
    ['deployed', '1.1.0', 'here'],
    ['deployed', '1.0.0', 'here'],
  ]);
  // Each deployment counts its own crashes, as the history of the namespace does.
  await client.call('namespaces.switch', { ...place, version_id: bad.version });
  await until(
    async () => (await rows()).filter(({ made_by: by }) => by?.kind === 'slipway').length === 2,
    'the way back',
  );
  const crashed = (await client.call('activity.changes', place)).changes.filter(({ kind }) => kind === 'crashed');
  const counted = (await rows()).flatMap(({ outcome }) => (outcome?.crashes ? [outcome.crashes] : []));
  expect(crashed.map(({ count }) => count)).toEqual(counted);
  expect(counted).toEqual([1, 1]);
});

it('tells the crash of a server that was started by hand of that server alone', async () => {
  const { server, namespace, deploy, create, untilState, switchTo } = await useHosting();
  const { client, whenState } = await useCore();
  const added = await client.call('instances.add', { url: server.url, token: server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...namespace };
  const { build, version } = await deploy(nodeBuild('process.exit(3);'), '1.6');
  await switchTo(version);
  const { id } = await create(build);
  await untilState(id, 'crashed');
  const { changes } = await client.call('activity.changes', place);
  expect(changes.filter(({ kind }) => kind === 'crashed')).toEqual([]);
  expect(changes.find(({ kind }) => kind === 'server_crashed')).toMatchObject({ server_id: id, id: `crash ${id}` });
  const [row] = (await client.call('namespaces.history', place)).rows;
  expect(row?.outcome).toMatchObject({ crashes: 0 });
});

it('tells who stopped, killed and restarted servers, from here and elsewhere', async () => {
  const { server, namespace, deploy, create, untilState, params, client: elsewhere } = await useHosting();
  const { client, whenState } = await useCore();
  const added = await client.call('instances.add', { url: server.url, token: server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...namespace };
  const { build } = await deploy(nodeBuild(helloServer));
  const runs = async () => (await untilState((await create(build)).id, 'running')).id;
  const [stopped, killed, restarted] = [await runs(), await runs(), await runs()];
  await client.call('servers.stop', { ...place, server_id: stopped });
  await untilState(stopped, 'stopped');
  await elsewhere.destroyServer({ params: { ...params, server_id: killed }, query: { override_kill_timeout: 0 } });
  await untilState(killed, 'stopped');
  await client.call('servers.restart', { ...place, server_id: restarted });
  const { changes } = await client.call('activity.changes', place);
  expect(changes.find(({ id }) => id === `stop ${stopped}`)).toMatchObject({ kind: 'server_stopped', by: 'here' });
  expect(changes.find(({ id }) => id === `stop ${killed}`)).toMatchObject({
    kind: 'server_killed',
    by: 'elsewhere',
    made_by: { kind: 'owner' },
    made_from: { address: '127.0.0.1' },
  });
  expect(changes.find(({ id }) => id === `stop ${restarted}`)).toMatchObject({ kind: 'server_restarted', by: 'here' });
});

it('tells which server was started and which build was uploaded from here', async () => {
  const { client, whenState } = await useCore();
  await whenState('local', 'connected');
  const made = await client.call('games.runSample', {});
  const place = { instance_id: 'local', ...made };
  let servers: readonly Server[] = [];
  client.subscribe('servers', place, { next: (now) => (servers = now) });
  await until(() => servers.length > 0, 'a server');
  const { id: kept = '', runtime: { build = '' } = {} } = servers[0] ?? {};
  const { server_id: id } = await client.call('servers.create', {
    ...place,
    body: { datacenter: 'local', tags: {}, network: { ports: {} }, resources: anyResources, runtime: { build } },
  });
  const { changes } = await client.call('activity.changes', place);
  expect(changes.find((change) => change.id === `start ${id}`)).toMatchObject({ kind: 'server_started', by: 'here' });
  expect(changes.find(({ kind }) => kind === 'uploaded')).toMatchObject({ id: `build ${build}`, by: 'here' });
  expect(changes.find(({ kind }) => kind === 'deployed')).toMatchObject({ by: 'here' });
  await client.call('servers.stop', { ...place, server_id: kept });
  await until(() => servers.some((server) => server.id === kept && server.destroyed_at !== undefined), 'its end');
  const { server_id: again } = await client.call('servers.restart', { ...place, server_id: kept });
  const { changes: then } = await client.call('activity.changes', place);
  expect(then.find((change) => change.id === `start ${again}`)).toMatchObject({ kind: 'server_started', by: 'here' });
});

it('tells of an instance with the eleven calls alone what it has, and what it does not say', async () => {
  const { client, place, makeVersion, read } = await startWithChanges(true);
  await client.call('namespaces.switch', { ...place, version_id: await makeVersion('1.0.0') });
  const { changes, why_not: whyNot } = await read();
  expect(changes).toMatchObject([{ kind: 'deployed', by: 'here', version: '1.0.0' }]);
  expect(whyNot).toHaveLength(2);
});
