// Servers on two real nodes of a Docker Swarm, in containers of our own image.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ServerOptions } from '../../../../embedded-server/index.ts';
import { createSwarmDriver } from '../../../../embedded-server/runtime/fleet/swarm-driver.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { slipwayVersion } from '../../../../src-shared/version.ts';
import { startCommand } from '../../../support/command.ts';
import { hasDocker } from '../../../support/docker-daemon.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, hostInOwnGame, nodeBuild, startHosting, withHosting } from '../../../support/hosting.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { caller, startTestService } from '../../../support/service.ts';
import { slipwayImage } from '../../../support/slipway-image.ts';
import { startOnce } from '../../../support/start-once.ts';
import { type Swarm, startSwarm } from '../../../support/swarm.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { swarmDriverSuite } from './swarm-driver-suite.ts';

// Containers of two daemons on one machine.
vi.setConfig({ testTimeout: 120_000 });

const image = `localhost/slipway:${slipwayVersion}`;
/** A test asks more often than callers may. */
const often = { burst: 100_000, perMinute: 100_000 };
const limits = { perAddress: often, perToken: often };
const sayHello = `require('node:net').createServer((socket) => socket.on('error', () => {}).end('hello from ' + require('node:os').hostname()))
  .listen(+process.env.PORT, process.env.SLIPWAY_HOST, () => console.log('ready'));
process.on('SIGTERM', () => { console.log('bye'); process.exit(0); });`;

/** Says of each thing how it went. */
const tryAll = `const fs = require('node:fs');
const attempt = (what, work) => {
  try { console.log(what + ': ' + (work() ?? 'done')); } catch (thrown) { console.log(what + ': ' + thrown.code); }
};
const status = (name) => fs.readFileSync('/proc/self/status', 'utf8').split('\\n').find((line) => line.startsWith(name)).split('\\t')[1];
attempt('user', () => process.getuid());
attempt('environment of its host', () => fs.readFileSync('/proc/1/environ', 'utf8'));
attempt('data of a service', () => fs.writeFileSync('/data/own', ''));
attempt('builds of its node', () => fs.readdirSync('/var/cache/slipway').length);
attempt('folder of its host', () => fs.writeFileSync('/run/slipway/own', ''));
attempt('end its host', () => process.kill(1, 'SIGKILL'));
attempt('own folder', () => fs.writeFileSync('own', ''));
attempt('kept folder', () => fs.writeFileSync('world/own', ''));
attempt('temporary folder', () => fs.writeFileSync('/tmp/own', ''));
attempt('capabilities', () => status('CapEff'));
console.log('tried all');
`;

describe.skipIf(!hasDocker)(`servers on nodes of a Swarm${hasDocker ? '' : ' (no container engine)'}`, () => {
  let opened: Swarm | undefined;
  const swarm = () => opened as Swarm;
  beforeAll(async () => {
    const file = await slipwayImage();
    opened = await startSwarm();
    for (const node of opened.nodes) await node.run('load', '--input', file);
  }, 300_000);
  afterAll(async () => await opened?.end(), 120_000);

  const open = async (more: Pick<ServerOptions, 'serverLimits'> = {}) => {
    const { nodes, address } = swarm();
    const driver = createSwarmDriver({ engine: { socketPath: nodes[0].socket }, image, owner: crypto.randomUUID() });
    const exposure = { listen: address, trustProxy: true };
    return { driver, service: await startTestService({ exposure, limits, fleet: { driver }, ...more }) };
  };
  /** A service of this test alone. */
  const startAlone = async (more?: Parameters<typeof open>[0]) => {
    const { driver, service } = await open(more);
    return { driver, ...(await withHosting(service)) };
  };
  const openedOnce = startOnce(() => open());
  const start = async () => {
    const { driver, service } = await openedOnce();
    return { driver, ...(await hostInOwnGame(service)) };
  };

  /** Tried again where the node tells how it is at the same moment: the engine refuses a change of what is no longer the newest. */
  const updateNode = async (...args: string[]) => {
    const isDone = async () => {
      try {
        await swarm().nodes[0].run('node', 'update', ...args);
        return true;
      } catch (thrown) {
        if (!String(thrown).includes('update out of sequence')) throw thrown;
        return false;
      }
    };
    await until(isDone, 'the node to be changed');
  };

  describe('its driver', () => swarmDriverSuite(async () => ({ socketPath: swarm().nodes[0].socket, image })));

  test('both nodes are listed', async () => {
    const { driver } = await start();
    await until(async () => (await driver.nodes()).every(({ state }) => state === 'ready'), 'both nodes');
    expect((await driver.nodes()).map(({ name }) => name)).toContain('node2');
  });

  test('servers spread over both nodes, are joined where they say, have their logs, and end', async () => {
    const { driver, deploy, create, untilState, client, params, call, path: base } = await start();
    const { build } = await deploy(nodeBuild(sayHello));
    const small = { resources: { cpu: 50, memory: 64 } };
    const ids = await Promise.all([1, 2].map(async () => (await create(build, small)).id));
    const servers = await Promise.all(ids.map((id) => untilState(id, 'running', 'failed', 'crashed')));
    expect(servers.map(({ problem }) => problem && textOf(problem))).toEqual([undefined, undefined]);
    const hosts = new Set(servers.map((server) => addressOf(server).host));
    expect(hosts).toEqual(new Set([swarm().address, swarm().otherAddress]));
    const names = new Set((await client.listNodes({})).nodes.map(({ name }) => name));
    expect(new Set(servers.map(({ node }) => node?.name))).toEqual(names);
    for (const server of servers) {
      const { host, port } = addressOf(server);
      expect(await said(host, port)).toMatch(/^hello from/);
    }
    const [id = ''] = ids;
    await until(async () => {
      const { lines } = await client.readServerLog({ params: { ...params, server_id: id }, query: { limit: 100 } });
      return lines.some((line) => line.text === 'ready');
    }, 'its log');
    await Promise.all(ids.map((one) => call('DELETE', `${base}/servers/${one}`)));
    for (const one of ids) expect(await untilState(one, 'stopped')).toMatchObject({ exit: { code: 0, by: 'you' } });
    await until(async () => (await driver.look()).size === 0, 'no service to be left');
  });

  test('a server on a node is another user than its host, and gets at nothing but what is its own', async () => {
    const { deploy, create, untilState, call, client, params, path: base } = await start();
    const manifest = { keep: ['world'], ports: { game: { protocol: 'tcp' as const } } };
    const { build } = await deploy(nodeBuild(tryAll + sayHello, manifest));
    const { id } = await create(build, { resources: { cpu: 50, memory: 64 } });
    await untilState(id, 'running', 'failed', 'crashed');
    const lines = async () =>
      (await client.readServerLog({ params: { ...params, server_id: id }, query: { limit: 100 } })).lines;
    await until(async () => (await lines()).some((line) => line.text === 'tried all'), 'what it tried');
    const answers = (await lines()).flatMap(({ text: line }) => (/^[a-z ]+: /.test(line) ? [line] : []));
    expect(answers).toEqual([
      'user: 10001',
      'environment of its host: EACCES',
      'data of a service: EACCES',
      'builds of its node: EACCES',
      'folder of its host: EACCES',
      'end its host: EPERM',
      'own folder: done',
      'kept folder: done',
      'temporary folder: done',
      'capabilities: 0000000000000000',
    ]);
    await call('DELETE', `${base}/servers/${id}`);
    await untilState(id, 'stopped');
  });

  test('what a server on a node writes to its temporary folder counts for what it may write', async () => {
    const { deploy, create, untilState } = await startAlone({ serverLimits: { disk: 32 } });
    const fill = "require('node:fs').writeFileSync('/tmp/large', Buffer.alloc(64 * 1_048_576));";
    const { build } = await deploy(nodeBuild(sayHello + fill, { ports: { game: { protocol: 'tcp' } } }));
    const { id } = await create(build, { resources: { cpu: 50, memory: 256 } });
    const ended = await untilState(id, 'stopped', 'failed', 'crashed');
    expect(textOf(ended.problem ?? '')).toMatch(/32 MB/);
  });

  test('a region that a node has is where its servers go, and one without room waits and says so', async () => {
    const { driver, deploy, create, untilState, untilSays, client, call, path: base } = await start();
    const second = (await driver.nodes()).find(({ name }) => name === 'node2')?.node_id ?? '';
    await updateNode('--label-add', 'slipway.region=far', second);
    const conditions = { latency_ms: 0, jitter_ms: 0, loss_percent: 0, duplicate_percent: 0, reorder_percent: 0 };
    await client.createRegion({ body: { display_name: 'Far away', name_id: 'far', conditions } });
    const { build } = await deploy(nodeBuild(sayHello));
    const server = await create(build, { datacenter: 'far', resources: { cpu: 50, memory: 64 } });
    expect(addressOf(await untilState(server.id, 'running')).host).toBe(swarm().otherAddress);
    const large = await create(build, { datacenter: 'far', resources: { cpu: 1_000_000, memory: 64 } });
    await untilSays(large.id, /^It waits for a node: .*no suitable node/);
    await call('DELETE', `${base}/servers/${large.id}`);
    expect(await untilState(large.id, 'stopped')).toMatchObject({ exit: { by: 'you' } });
    await call('DELETE', `${base}/servers/${server.id}`);
    await untilState(server.id, 'stopped');
  });

  test('a drained node keeps the server that has a player until that one leaves, gets no new one, and takes some again when resumed', async () => {
    const { deploy, switchTo, policy, list, client, untilState, read } = await start();
    const program = `require('node:net').createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(+process.env.PORT, process.env.SLIPWAY_HOST);`;
    await switchTo((await deploy(nodeBuild(program, { ports: { game: { protocol: 'tcp' } } }))).version);
    await policy({ server_count: 2, drain_limit: 600_000 });
    const running = async () => (await list()).filter(({ state }) => state === 'running');
    await until(async () => (await running()).length === 2, 'both servers');
    const far = (await running()).find((server) => addressOf(server).host === swarm().otherAddress);
    const id = far?.id ?? '';
    const player = connect(addressOf(far as Server).port, swarm().otherAddress);
    player.write('aboard');
    await once(player, 'data');
    await until(async () => (await read(id)).players?.now === 1, 'its player');
    const node = async () => (await client.listNodes({})).nodes.find(({ name }) => name === 'node2');
    const node_id = (await node())?.id ?? '';
    await client.drainNode({ params: { node_id }, body: {} });
    await untilState(id, 'draining');
    expect(await node()).toMatchObject({ state: 'draining', servers: [{ id, players: 1 }] });
    expect(await swarm().nodes[0].run('node', 'inspect', '--format', '{{.Spec.Availability}}', 'node2')).toBe(
      'pause\n',
    );
    await policy({ server_count: 3, drain_limit: 600_000 });
    await until(async () => (await running()).length === 3, 'one more server');
    expect((await running()).map((server) => addressOf(server).host)).toEqual(Array(3).fill(swarm().address));
    player.write('still aboard');
    await once(player, 'data');
    player.destroy();
    const left = { exit: { by: 'policy' }, problem: 'It ended because its node node2 is drained.' };
    expect(await untilState(id, 'stopped')).toMatchObject(left);
    expect(await node()).toMatchObject({ servers: [] });
    await client.resumeNode({ params: { node_id }, body: {} });
    expect(await node()).toMatchObject({ state: 'ready' });
    await policy({ server_count: 4, drain_limit: 600_000 });
    await until(
      async () => (await node())?.servers.some(({ state }) => state === 'running') === true,
      'one there again',
    );
    await policy({ server_count: 0 });
    await until(async () => (await list()).length === 0, 'all to have ended');
  });

  test('what to type on a machine that is to be a node has the token and the address of this Swarm', async () => {
    const { client } = await start();
    const token = (await swarm().nodes[0].run('swarm', 'join-token', '--quiet', 'worker')).trim();
    expect(await client.explainJoin({ body: {} })).toEqual({
      command: `docker swarm join --token ${token} ${swarm().address}:2377`,
      image,
      load: `docker save ${image} | ssh NODE docker load`,
    });
  });

  test('a node that is cut off loses its servers to the other, and what it still runs ends when it is back', async () => {
    const { deploy, switchTo, policy, list, read, client } = await startAlone();
    await switchTo((await deploy(nodeBuild(sayHello, { ports: { game: { protocol: 'tcp' } } }))).version);
    await policy({ server_count: 2 });
    const running = async () => (await list()).filter(({ state }) => state === 'running');
    const hostsNow = async () => (await running()).map((server) => addressOf(server).host);
    await until(async () => (await running()).length === 2, 'both servers');
    expect(new Set(await hostsNow())).toEqual(new Set([swarm().address, swarm().otherAddress]));
    const far = (await running()).find((server) => addressOf(server).host === swarm().otherAddress);
    const id = far?.id ?? '';
    await swarm().setLine(false);
    await until(async () => (await read(id)).state === 'stopped', 'it to be told as lost');
    expect(await read(id)).toMatchObject({ exit: { by: 'slipway' } });
    await until(async () => (await running()).length === 2, 'another one');
    expect(await hostsNow()).toEqual([swarm().address, swarm().address]);
    const lostNode = async () => (await client.listNodes({})).nodes.find(({ name }) => name === 'node2');
    await until(async () => (await lostNode())?.state === 'lost', 'its node to be told as lost');
    const ended = (await read(id)).destroyed_at ?? 0;
    const next = (await running()).find((server) => server.created_at >= ended);
    expect(await lostNode()).toMatchObject({
      lost_ts: expect.any(String),
      servers: [],
      lost: [{ id, replaced_by: { id: next?.id, state: 'running', node: expect.any(String) } }],
    });
    expect(await processesOf(id), 'it plays on over there').toHaveLength(1);
    await swarm().setLine(true);
    await until(async () => (await processesOf(id)).length === 0, 'its end');
    expect(await running()).toHaveLength(2);
    await policy({ server_count: 0 });
    await until(async () => (await list()).length === 0, 'all to have ended');
  });

  test('a world goes with its servers from node to node', async () => {
    const { driver, deploy, create, untilState, call, client, params, path: base, server: service } = await start();
    const second = (await driver.nodes()).find(({ name }) => name === 'node2')?.node_id ?? '';
    await updateNode('--label-add', 'slipway.region=other', second);
    const conditions = { latency_ms: 0, jitter_ms: 0, loss_percent: 0, duplicate_percent: 0, reorder_percent: 0 };
    await client.createRegion({ body: { display_name: 'Other', name_id: 'other', conditions } });
    const add = "const add = (word) => require('node:fs').appendFileSync('world/days', word + ' ');";
    const program = `${add} add('begun'); process.on('SIGTERM', () => add('end'));${sayHello}`;
    const { build } = await deploy(nodeBuild(program, { keep: ['world'], ports: { game: { protocol: 'tcp' } } }));
    const far = await create(build, { datacenter: 'other', resources: { cpu: 50, memory: 64 } });
    expect(addressOf(await untilState(far.id, 'running', 'failed')).host).toBe(swarm().otherAddress);
    await call('DELETE', `${base}/servers/${far.id}`);
    await untilState(far.id, 'stopped');
    await updateNode('--availability', 'pause', second);
    const near = await create(build, { resources: { cpu: 50, memory: 64 } });
    expect(addressOf(await untilState(near.id, 'running', 'failed')).host).toBe(swarm().address);
    await updateNode('--availability', 'active', second);
    await call('DELETE', `${base}/servers/${near.id}`);
    await untilState(near.id, 'stopped');
    const world = path.join(service.dataFolder, 'kept', params.environment_id, '1/files/world/days');
    expect(await readFile(world, 'utf8')).toBe('begun end begun end ');
  });

  test('while an engine is restarted its servers are replaced, and it takes new ones when it is back', async () => {
    const { deploy, switchTo, policy, list, read, driver } = await start();
    await switchTo((await deploy(nodeBuild(sayHello, { ports: { game: { protocol: 'tcp' } } }))).version);
    await policy({ server_count: 2 });
    const running = async () => (await list()).filter(({ state }) => state === 'running');
    await until(async () => (await running()).length === 2, 'both servers');
    const far = (await running()).find((server) => addressOf(server).host === swarm().otherAddress);
    const id = far?.id ?? '';
    await swarm().nodes[1].restart();
    await until(async () => !(await running()).some((server) => server.id === id), 'it to be told as ended');
    const ended = await read(id);
    expect(ended).toMatchObject({ state: 'stopped', exit: { by: 'slipway' } });
    expect(textOf(ended.problem ?? '')).toMatch(
      /^The container engine of its node stopped it|^Its host on the node ended/,
    );
    await until(async () => (await running()).length === 2, 'another one');
    expect(await processesOf(id), 'nothing of it is left').toEqual([]);
    await until(async () => (await driver.nodes()).every(({ state }) => state === 'ready'), 'the node to be back');
    await policy({ server_count: 3 });
    await until(async () => (await running()).length === 3, 'one more');
    expect((await running()).map((server) => addressOf(server).host)).toContain(swarm().otherAddress);
    await policy({ server_count: 0 });
    await until(async () => (await list()).length === 0, 'all to have ended');
  });

  test('slipway serve --fleet has a server joined on a node', async () => {
    const { nodes, address } = swarm();
    const home = await makeTempFolder();
    const data = path.join(home, 'data');
    const prepared = await startHosting({ dataFolder: data });
    const { build } = await prepared.deploy(nodeBuild(sayHello));
    await prepared.server.close();
    const fleet = `docker://${nodes[0].socket}`;
    const words = [
      'serve',
      '--data',
      data,
      '--port',
      String(await freePort()),
      '--listen',
      address,
      '--trust-proxy',
      '--json',
    ];
    const child = startCommand([...words, '--fleet', fleet], { home });
    const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const { url, token } = JSON.parse(String(line)) as { url: string; token: string };
    const call = caller({ url, token });
    const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} } };
    const created = (await call('POST', `${prepared.path}/servers`, { body })).body as { server: Server };
    const at = `${prepared.path}/servers/${created.server.id}`;
    const present = async () => ((await call('GET', at)).body as { server: Server }).server;
    await until(async () => (await present()).state === 'running', 'the server');
    const { host, port } = addressOf(await present());
    expect([address, swarm().otherAddress]).toContain(host);
    expect(await said(host, port)).toMatch(/^hello from/);
    await call('DELETE', at);
    await until(async () => (await present()).state === 'stopped', 'its end');
  });

  test('an image that no node has fails with what the engine says', async () => {
    const { nodes, address } = swarm();
    const engine = { socketPath: nodes[0].socket };
    const driver = createSwarmDriver({ engine, image: 'localhost:1/none:1', owner: crypto.randomUUID() });
    const { deploy, create, untilState } = await startHosting({
      exposure: { listen: address, trustProxy: true },
      limits,
      fleet: { driver },
    });
    const { build } = await deploy(nodeBuild(sayHello));
    const failed = await untilState((await create(build)).id, 'failed');
    expect(textOf(failed.problem ?? '')).toMatch(/^Its host on the node ended: No such image/);
  });
});

async function said(host: string, port: number): Promise<string> {
  return await text(connect(port, host));
}
