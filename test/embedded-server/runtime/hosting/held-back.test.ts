// Servers that a namespace keeps and a person stopped: their places stay free over a restart of the service, a kill, and an export,
// until something new is asked of the namespace.
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { exportDataFolder } from '../../../../embedded-server/service/data/export.ts';
import { importDataFolder } from '../../../../embedded-server/service/data/import.ts';
import type { ServiceClient } from '../../../../src-shared/service/client.ts';
import type { HostingPolicy } from '../../../../src-shared/service/namespaces.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { clientOf, startTestService } from '../../../support/service.ts';
import { startServeProcess } from '../../../support/serving.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

// Services in processes of their own, with servers.
vi.setConfig({ testTimeout: 60_000 });

const gentle = { ports: { game: { protocol: 'tcp' } }, lifecycle: { kill_timeout: 200 } };
/** Says when it was asked to end, and does not. */
const stubborn = `
  process.on('SIGTERM', () => console.log('asked'));
  require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1');
`;
const policy: HostingPolicy = { server_count: 2, on_version_switch: 'stop', drain_limit: 0, restart: 'back_off' };

type Place = Awaited<ReturnType<typeof startHosting>>['params'];
const serversOf = async (client: ServiceClient, params: Place, ended = false) =>
  (await client.listServers({ params, query: { include_destroyed: ended } })).servers;
/** Waits until so many run, and answers them. */
const untilRun = async (client: ServiceClient, params: Place, count: number) => {
  await until(async () => {
    const states = (await serversOf(client, params)).map(({ state }) => state);
    return states.length === count && states.every((state) => state === 'running');
  }, `${count} servers`);
  return await serversOf(client, params);
};

/** A namespace that keeps two servers, one of which a person has stopped. The service has ended. */
const prepared = startOnce(async () => {
  const hosting = await startHosting();
  const { client, params, namespace, untilState, server } = hosting;
  const { version } = await hosting.deploy(nodeBuild(undefined, gentle));
  await hosting.policy(policy);
  await hosting.switchTo(version);
  const [{ id } = { id: '' }] = await untilRun(client, params, 2);
  await client.destroyServer({ params: { ...params, server_id: id }, query: {} });
  await untilState(id, 'stopped');
  await untilRun(client, params, 1);
  await server.close();
  return { dataFolder: server.dataFolder, params, namespace, stopped: id };
});

/** A copy of its data for each test. */
async function oneOfTwoStopped() {
  const made = await prepared();
  const dataFolder = await makeTempFolder();
  await cp(made.dataFolder, dataFolder, { recursive: true, preserveTimestamps: true });
  return { ...made, dataFolder };
}

test('its place stays free when the service starts again, until it is started by hand', async () => {
  const { dataFolder, params, stopped } = await oneOfTwoStopped();
  const { call } = await startTestService({ dataFolder });
  const client = clientOf(call);
  // What a namespace keeps is begun before the service says that it is ready.
  expect(await serversOf(client, params)).toHaveLength(1);
  await untilRun(client, params, 1);
  await client.restartServer({ params: { ...params, server_id: stopped }, body: {} });
  await untilRun(client, params, 2);
});

test.each<[string, (client: ServiceClient, at: { game_id: string; namespace_id: string }) => Promise<unknown>]>([
  ['other servers', (client, params) => client.setHosting({ params, body: policy })],
  [
    'other limits',
    (client, params) => client.updateMatchmakerConfig({ params, body: { lobby_count_max: 9, max_players: 9 } }),
  ],
])('it is no longer free after a restart once %s were asked for before it', async (_, ask) => {
  const { dataFolder, namespace, params } = await oneOfTwoStopped();
  const first = await startTestService({ dataFolder });
  await ask(clientOf(first.call), namespace);
  await first.server.close();
  const { call } = await startTestService({ dataFolder });
  expect(await serversOf(clientOf(call), params)).toHaveLength(2);
});

test('its place goes into an export and comes back out of it', async () => {
  const { dataFolder, params } = await oneOfTwoStopped();
  const place = await makeTempFolder();
  const [exported, imported] = [path.join(place, 'export'), path.join(place, 'data')];
  await exportDataFolder(dataFolder, exported);
  await importDataFolder(exported, imported);
  const { call } = await startTestService({ dataFolder: imported });
  expect(await serversOf(clientOf(call), params)).toHaveLength(1);
});

test('its place stays free when the service is killed while it ends', async () => {
  const before = await startHosting();
  const { version } = await before.deploy(nodeBuild(stubborn, { ...gentle, lifecycle: { kill_timeout: 60_000 } }));
  await before.switchTo(version);
  await before.server.close();
  const { dataFolder } = before.server;
  const { params, namespace } = before;

  const first = await startServeProcess({ dataFolder });
  await first.client.setHosting({ params: namespace, body: policy });
  const [{ id } = { id: '' }] = await untilRun(first.client, params, 2);
  await first.client.destroyServer({ params: { ...params, server_id: id }, query: {} });
  const log = async () => (await first.client.readServerLog({ params: { ...params, server_id: id }, query: {} })).lines;
  await until(async () => (await log()).some(({ text }) => text === 'asked'), 'the server to be asked');
  expect(await serversOf(first.client, params), 'it ends, and none takes its place').toHaveLength(2);
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;

  const second = await startServeProcess({ dataFolder });
  expect(await serversOf(second.client, params)).toHaveLength(1);
  const all = await serversOf(second.client, params, true);
  expect(all.find((server) => server.id === id)).toMatchObject({ state: 'stopped', exit: { by: 'you' } });
  const { lines } = await second.client.readServerLog({ params: { ...params, server_id: id }, query: {} });
  expect(lines.at(-1)).toMatchObject({ stream: 'slipway', text: expect.stringContaining('while it was ending') });
  // The other one was ended with the service, so another runs in its place.
  const [running] = await untilRun(second.client, params, 1);
  await second.client.setHosting({ params: namespace, body: { ...policy, server_count: 0 } });
  await second.client.destroyServer({
    params: { ...params, server_id: running?.id ?? '' },
    query: { override_kill_timeout: 0 },
  });
  await until(async () => (await serversOf(second.client, params)).length === 0, 'the last one to end');
});

test('one that ended by itself stays ended after a restart where the namespace leaves them so', async () => {
  const hosting = await startHosting();
  const { version } = await hosting.deploy(nodeBuild('process.exit(3)', gentle));
  await hosting.policy({ ...policy, server_count: 1, restart: 'never' });
  await hosting.switchTo(version);
  await until(async () => (await hosting.list(true))[0]?.state === 'crashed', 'its end');
  await hosting.server.close();
  const { call } = await startTestService({ dataFolder: hosting.server.dataFolder });
  expect(await serversOf(clientOf(call), hosting.params)).toEqual([]);
});

test('a server of a version that is left takes no place of the next one when a person ends it', async () => {
  const { deploy, policy: set, switchTo, client, params, server } = await startHosting();
  const { version: old } = await deploy(nodeBuild(stubborn, gentle));
  const { version: next } = await deploy(nodeBuild(undefined, gentle));
  await set({ ...policy, server_count: 1, on_version_switch: 'drain', drain_limit: 600_000 });
  await switchTo(old);
  const [{ id } = { id: '' }] = await untilRun(client, params, 1);
  await switchTo(next);
  await client.destroyServer({ params: { ...params, server_id: id }, query: {} });
  await untilRun(client, params, 1);
  await server.close();
  const { call } = await startTestService({ dataFolder: server.dataFolder });
  expect(await serversOf(clientOf(call), params)).toHaveLength(1);
});
