// Nodes that are to be left: they take no new servers, and those that they have move off when their players leave, or when time is up.
// All nodes are this machine; hosts are processes of their own.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';
import { fleetForAll, startFleet } from '../fleet/host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const nodes = ['east', 'west'];
const echo = `require('node:net').createServer((socket) => { socket.on('error', () => {}); socket.pipe(socket); }).listen(+process.env.PORT, process.env.SLIPWAY_HOST);`;

const nodeTimes = { lookMs: 100, youngMs: 0 };
const openFleet = fleetForAll({ nodes, nodeTimes });

async function start(opened = openFleet()) {
  const fleet = await opened;
  const { client, list, deploy, switchTo, policy } = fleet;
  const nodeList = async () => (await client.listNodes({})).nodes;
  const node = async (name: string) =>
    (await nodeList()).find((one) => one.name === name) as Awaited<ReturnType<typeof nodeList>>[number];
  const serversOn = async (name: string) => (await node(name)).servers.map(({ id }) => id);
  const nodeOf = async (id: string) =>
    (await nodeList()).find(({ servers }) => servers.some((one) => one.id === id))?.name;
  const running = async () => (await list()).filter(({ state }) => state === 'running');
  const at = async (name: string) => ({ node_id: (await node(name)).id });
  const resume = async (name: string) => await client.resumeNode({ params: await at(name), body: {} });
  const drain = async (name: string, limit?: number) =>
    await client.drainNode({ params: await at(name), body: limit === undefined ? {} : { limit } });
  /** A namespace that keeps so many servers, all of which run. */
  const keep = async (count: number, program = echo) => {
    await switchTo((await deploy(nodeBuild(program))).version);
    await policy({ server_count: count });
    await until(async () => (await running()).length === count, 'its servers');
    return (await running()).map(({ id }) => id);
  };
  return { ...fleet, node, serversOn, nodeOf, running, drain, resume, keep };
}

/** In the one fleet of most tests, whose nodes are open again when the test ends. */
async function startInAll() {
  const all = await start();
  onTestFinished(async () => {
    for (const name of nodes) await all.resume(name);
  });
  return all;
}

async function join(server: Server) {
  const { host, port } = addressOf(server);
  const player = connect(port, host);
  player.write('aboard');
  await once(player, 'data');
  return player;
}

test('nodes are listed with their servers, by name, and with what is set aside and used', async () => {
  const { client, keep, node, create, deploy, untilState, game, list, params } = await startInAll();
  const ids = await keep(2);
  await create((await deploy(nodeBuild())).build, { resources: { cpu: 250, memory: 64 } }).then(({ id }) =>
    untilState(id, 'running'),
  );
  const { fleet, nodes: found, waiting, problem } = await client.listNodes({});
  expect({ fleet, waiting, problem }).toEqual({ fleet: true, waiting: [], problem: undefined });
  expect(found.map(({ name, state }) => ({ name, state }))).toEqual([
    { name: 'east', state: 'ready' },
    { name: 'west', state: 'ready' },
  ]);
  const servers = found.flatMap((one) => one.servers);
  const placed = found.flatMap(({ id, name, servers: on }) => on.map((server) => [server.id, { id, name }] as const));
  expect(new Map((await list()).map((server) => [server.id, server.node]))).toEqual(new Map(placed));
  expect(servers).toHaveLength(3);
  for (const id of ids)
    expect(servers).toContainEqual(
      expect.objectContaining({ id, game_id: game.game_id, state: 'running', players: 0, version: expect.any(String) }),
    );
  expect(found.map(({ reserved }) => reserved.cpu).toSorted((a, b) => a - b)).toEqual([0, 250]);
  for (const { capacity, seen_ts: seen } of found) {
    expect(Math.min(capacity.cpu, capacity.memory)).toBeGreaterThan(0);
    expect(Date.now() - Date.parse(seen)).toBeLessThan(5_000);
  }
  await until(async () => (await node('east')).used.memory > 0, 'what its servers use');
  const [first = ''] = ids;
  const on = placed.find(([id]) => id === first)?.[1];
  await client.destroyServer({ params: { ...params, server_id: first }, query: {} });
  expect((await untilState(first, 'stopped')).node, 'where it ran').toEqual(on);
});

test('a drained node keeps its players, loses its servers as they leave, gets no new ones, and takes some again when it is resumed', async () => {
  const { keep, read, nodeOf, serversOn, node, drain, resume, untilState, running, policy } = await startInAll();
  const [id = ''] = await keep(1);
  const from = (await nodeOf(id)) ?? '';
  const to = nodes.find((name) => name !== from) ?? '';
  const player = await join(await read(id));
  await until(async () => (await read(id)).players?.now === 1, 'its player');
  await drain(from, HOUR_MS);
  const draining = await untilState(id, 'draining');
  expect((draining.ends_by ?? 0) - Date.now(), 'no longer than a switch of its namespace may take').toBeLessThan(
    61_000,
  );
  const replacements = (await running()).map((server) => server.id);
  expect(replacements, 'one that stands in for it').toHaveLength(1);
  expect(await nodeOf(replacements[0] ?? '')).toBe(to);
  expect(await node(from)).toMatchObject({
    state: 'draining',
    drain: { begin_ts: expect.any(String), end_ts: expect.any(String) },
  });
  player.write('still aboard');
  await once(player, 'data');
  await policy({ server_count: 2 });
  await until(async () => (await running()).length === 2, 'another server');
  expect(await serversOn(from), 'no new one').toEqual([id]);
  player.destroy();
  const left = { exit: { by: 'policy' }, problem: `It ended because its node ${from} is drained.` };
  expect(await untilState(id, 'stopped')).toMatchObject(left);
  expect(await serversOn(from)).toEqual([]);
  await resume(from);
  expect(await node(from)).not.toHaveProperty('drain');
  await policy({ server_count: 3 });
  await until(async () => (await serversOn(from)).length === 1, 'a server there again');
});

test('servers that still have players end when the limit is over, and at once with none', async () => {
  const { keep, read, nodeOf, drain, resume, untilState, running } = await startInAll();
  const [id = ''] = await keep(1);
  const from = (await nodeOf(id)) ?? '';
  const player = await join(await read(id));
  await until(async () => (await read(id)).players?.now === 1, 'its player');
  await drain(from, HOUR_MS);
  await untilState(id, 'draining');
  await drain(from, 1_500);
  expect((await read(id)).ends_by ?? 0).toBeLessThan(Date.now() + 2_000);
  expect(await untilState(id, 'stopped')).toMatchObject({ exit: { by: 'policy' } });
  player.destroy();
  await until(async () => (await running()).length === 1, 'one on the other node');
  const other = nodes.find((name) => name !== from) ?? '';
  await resume(from);
  const [before] = (await running()).map((server) => server.id);
  await drain(other, 0);
  const ended = await untilState(before ?? '', 'stopped');
  expect(ended).toMatchObject({ exit: { by: 'policy' }, problem: `It ended because its node ${other} is drained.` });
  await until(async () => (await running()).length === 1, 'one on the first node again');
});

test('a server that a call created is drained when it is old enough, and what drains goes on when its node is resumed', async () => {
  const { deploy, create, read, nodeOf, drain, resume, untilState } = await startInAll();
  const { build } = await deploy(nodeBuild(echo));
  const { id } = await create(build);
  const player = await join(await untilState(id, 'running'));
  await until(async () => (await read(id)).players?.now === 1, 'its player');
  const from = (await nodeOf(id)) ?? '';
  await drain(from);
  const { ends_by: endsBy = 0 } = await untilState(id, 'draining');
  expect(Math.abs(endsBy - Date.now() - HOUR_MS), 'an hour where nothing is said').toBeLessThan(10_000);
  await resume(from);
  expect(await untilState(id, 'running')).not.toHaveProperty('ends_by');
  await drain(from);
  await untilState(id, 'draining');
  player.destroy();
  await untilState(id, 'stopped');
});

test('a drain outlives the service, which then ends no server whose players it does not know yet', async () => {
  const port = await freePort(); // hosts come back to where the service was
  const first = await start(startFleet({ nodes, nodeTimes, port }));
  const { driver, server: service } = first;
  const [id = ''] = await first.keep(1);
  const from = (await first.nodeOf(id)) ?? '';
  const player = await join(await first.read(id));
  await until(async () => (await first.read(id)).players?.now === 1, 'its player');
  await first.drain(from, HOUR_MS);
  await first.untilState(id, 'draining');
  const { drain: before } = await first.node(from);
  await service.close();
  // As somebody may do behind the back of a service that is away.
  await driver.setOpen(from, true);
  const second = await startHosting({
    dataFolder: service.dataFolder,
    port,
    fleet: { driver, nodeTimes },
  });
  const present = async () => (await second.client.getServer({ params: { ...first.params, server_id: id } })).server;
  await until(async () => (await present()).state === 'draining', 'it to drain on');
  const after = (await second.client.listNodes({})).nodes.find(({ name }) => name === from);
  expect(after).toMatchObject({ drain: before });
  await until(
    async () => (await driver.nodes()).find((one) => one.node_id === from)?.state === 'draining',
    'its node to be closed again',
  );
  await until(async () => (await present()).players?.now === 1, 'its player to be known again');
  player.write('still aboard');
  await once(player, 'data');
  player.destroy();
  await until(async () => (await present()).state === 'stopped', 'its end');
});
