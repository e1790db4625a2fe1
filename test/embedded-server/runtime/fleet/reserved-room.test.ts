// What is set aside on nodes for servers: what the call, the version or the build's own slipway.json asks for.
import { expect, test, vi } from 'vitest';
import { createSwarmDriver } from '../../../../embedded-server/runtime/fleet/swarm-driver.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { STAND_IN_IMAGE, startStandInEngine } from '../../../support/stand-in-engine.ts';
import { until } from '../../../support/until.ts';
import { startFleet } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 60_000 });

const asked = { cpu: 1_500, memory: 2_000 };
const build = nodeBuild(undefined, { ports: { game: { protocol: 'tcp' } }, resources: asked });

test('what a slipway.json asks for is set aside, and servers that find no room wait and say so', async () => {
  // Its one node has two cores.
  const { socketPath } = await startStandInEngine();
  const driver = createSwarmDriver({ engine: { socketPath }, image: STAND_IN_IMAGE, owner: crypto.randomUUID() });
  const { deploy, switchTo, policy, list, client } = await startHosting({ fleet: { driver } });
  await switchTo((await deploy(build)).version);
  await policy({ server_count: 3 });
  const waiting = async () =>
    (await list()).filter(({ problem }) => textOf(problem ?? '').startsWith('It waits for a node: no suitable node'));
  await until(async () => (await list()).length === 3 && (await waiting()).length === 2, 'two of three to wait');
  const { waiting: told } = await client.listNodes({});
  expect(told.map(({ reserved }) => reserved)).toEqual([asked, asked, asked]);
});

test('the call comes before the version, and the version before the build; nodes list what is set aside', async () => {
  const reserved: object[] = [];
  const { deploy, create, switchTo, policy, list, untilState, client, params } = await startFleet({
    wrap: (driver) => ({
      ...driver,
      start: async (order) => {
        reserved.push(order.reserved);
        await driver.start(order);
      },
    }),
  });
  const { build: id } = await deploy(build);
  const first = await create(id, { resources: { memory: 64 } });
  const second = await create(id, { resources: undefined });
  for (const server of [first, second]) await untilState(server.id, 'running');
  const { version_id: version } = await client.createVersion({
    params: { game_id: params.game_id },
    body: { display_name: 'small', config: { build: id, resources: { cpu: 100, memory: 100 } } },
  });
  await switchTo(version);
  await policy({ server_count: 1 });
  await until(async () => (await list()).every(({ state }) => state === 'running') && reserved.length === 3, 'it');
  expect(reserved).toEqual([{ cpu: 1_500, memory: 64 }, asked, { cpu: 100, memory: 100 }]);
  const { nodes } = await client.listNodes({});
  expect(nodes).toMatchObject([{ reserved: { cpu: 3_100, memory: 2_164 } }]);
});

test('it is found below the one top folder of an archive as well', async () => {
  const { deploy, create, client } = await startHosting();
  const below = Object.fromEntries(Object.entries(build).map(([name, text]) => [`game/${name}`, text]));
  await create((await deploy(below)).build, { resources: undefined });
  const { nodes } = await client.listNodes({});
  expect(nodes).toMatchObject([{ reserved: asked }]);
});
