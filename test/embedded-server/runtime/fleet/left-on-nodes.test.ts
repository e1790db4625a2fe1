// A service that was started without its fleet leaves servers on nodes as they are, says so, and starts none in their place.
import { expect, test, vi } from 'vitest';
import { textOf } from '../../../../src-shared/text/message.ts';
import { nodeBuild } from '../../../support/hosting.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { clientOf, startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { startFleet } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 90_000 });

test('servers on nodes play on, are told as out of reach, and go on with the fleet; one that is ended meanwhile ends then', async () => {
  const dataFolder = await makeTempFolder();
  const fleet = await startFleet({ dataFolder });
  const { deploy, switchTo, policy, list, params, path: base, driver } = fleet;
  await switchTo((await deploy(nodeBuild())).version);
  await policy({ server_count: 2 });
  const areRunning = async () => (await list()).filter(({ state }) => state === 'running').length === 2;
  await until(areRunning, 'both servers');
  const [one = '', other = ''] = (await list()).map(({ id }) => id);
  const pids = [...(await processesOf(one)), ...(await processesOf(other))];
  await fleet.server.close();

  const without = await startTestService({ dataFolder });
  const client = clientOf(without.call);
  const read = async (server_id: string) => (await client.getServer({ params: { ...params, server_id } })).server;
  const present = async () => (await client.listServers({ params, query: {} })).servers.map(({ id }) => id);
  expect(without.log.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^2 servers run on nodes and cannot be reached/),
  );
  for (const id of [one, other]) {
    await until(async () => textOf((await read(id)).problem ?? '') !== '', 'it to be said');
    expect(await read(id)).toMatchObject({ state: 'running' });
    expect(textOf((await read(id)).problem ?? '')).toMatch(
      /^It runs on a node, where .* Start the service with --fleet/,
    );
  }
  expect((await present()).toSorted(), 'and no other').toEqual([one, other].toSorted());
  expect([...(await processesOf(one)), ...(await processesOf(other))]).toEqual(pids);
  const created = await client.createServer({
    params,
    body: {
      datacenter: 'local',
      tags: {},
      runtime: { build: (await read(one)).runtime.build },
      network: { ports: {} },
    },
  });
  await until(async () => (await read(created.server.id)).state === 'running', 'one that runs here');
  await without.call('DELETE', `${base}/servers/${created.server.id}`);
  await without.call('DELETE', `${base}/servers/${other}`);
  await until(async () => (await read(other)).state === 'stopped', 'the end of one');
  expect(textOf((await read(other)).problem ?? '')).toMatch(/^It may still run on its node/);
  expect(await processesOf(other)).toHaveLength(1);
  await without.server.close();

  // Where hosts look for it.
  const again = await startTestService({ dataFolder, port: fleet.server.port, fleet: { driver } });
  const later = clientOf(again.call);
  const readLater = async (server_id: string) => (await later.getServer({ params: { ...params, server_id } })).server;
  await until(async () => (await processesOf(other)).length === 0, 'the other to end on its node');
  await until(async () => (await readLater(one)).problem === undefined, 'the first to be heard');
  expect(await readLater(one)).toMatchObject({ state: 'running' });
  expect(await processesOf(one)).toHaveLength(1);
});
