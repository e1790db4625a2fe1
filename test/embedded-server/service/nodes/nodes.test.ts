// Nodes over HTTP: whose they are, what a service without a fleet answers, and nodes that nobody has.
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { findReplacements } from '../../../../embedded-server/service/nodes/service.ts';
import { addressOf, hello, machineResources, nodeBuild, startHosting } from '../../../support/hosting.ts';

test('a service without a fleet has one node, its machine, which has nowhere to send servers', async () => {
  const { client, deploy, create, untilState, call } = await startHosting();
  const { id } = await create((await deploy(nodeBuild())).build);
  const server = await untilState(id, 'running');
  expect(server, 'there is nothing to tell apart').not.toHaveProperty('node');
  expect(await hello(addressOf(server).port)).toMatch(/^hello/);
  const { fleet, nodes, waiting } = await client.listNodes({});
  expect({ fleet, waiting }).toEqual({ fleet: false, waiting: [] });
  expect(nodes).toMatchObject([
    { name: hostname(), state: 'ready', capacity: machineResources, servers: [{ id, state: 'running' }] },
  ]);
  const node = nodes[0]?.id ?? '';
  for (const path of [`${node}/drain`, `${node}/resume`, 'join']) {
    const { status, body } = await call('POST', `/cloud/nodes/${path}`, { body: {} });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'NODES_NOT_OFFERED', message: expect.stringMatching(/--fleet/) });
  }
});

test("nodes are the owner's alone, as servers of all games are on them", async () => {
  const { client, call, game } = await startHosting();
  const node = (await client.listNodes({})).nodes[0]?.id ?? '';
  const { token } = await client.createToken({ params: { game_id: game.game_id }, body: { can: ['admin'] } });
  for (const [method, path] of [
    ['GET', ''],
    ['POST', `/${node}/drain`],
    ['POST', `/${node}/resume`],
    ['POST', '/join'],
  ] as const) {
    const { status, body } = await call(method, `/cloud/nodes${path}`, {
      token,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'API_FORBIDDEN' });
  }
});

test('each lost server that was kept has the next one of its namespace, and one that a call created has none', () => {
  const lost = [
    { server_id: 'a', namespace_id: 'n', kept: true, destroy_ts: 10 },
    { server_id: 'b', namespace_id: 'n', kept: true, destroy_ts: 11 },
    { server_id: 'c', namespace_id: 'm', kept: false, destroy_ts: 10 },
  ];
  const made = (server_id: string, namespace_id: string, create_ts: number) => ({
    server_id,
    namespace_id,
    kept: true,
    create_ts,
  });
  const found = findReplacements(lost, [
    made('old', 'n', 9),
    made('z', 'n', 12),
    made('y', 'n', 10),
    made('x', 'm', 12),
  ]);
  expect([...found].map(([id, next]) => [id, next.server_id])).toEqual([
    ['a', 'y'],
    ['b', 'z'],
  ]);
});
