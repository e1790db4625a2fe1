// A server runs in a host, a process of its own that reports to the service: state, address, log, figures, console and end are as for
// one that the service runs itself.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { HostOrder } from '../../../../embedded-server/runtime/fleet/fleet-driver.ts';
import { PROTOCOL } from '../../../../embedded-server/runtime/fleet/host-protocol.ts';
import { addressOf, hello, helloServer, nodeBuild } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { cacheOf } from '../../../support/process-fleet.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { until } from '../../../support/until.ts';
import { fleetForAll } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 60_000 });

/** Each that a host was ordered by, and whether no more is done about it. */
const orders: HostOrder[] = [];
let areHeld = false;
const openFleet = fleetForAll({
  wrap: (driver) => ({
    ...driver,
    start: async (order) => {
      orders.push(order);
      if (!areHeld) await driver.start(order);
    },
  }),
});

const CONSOLE = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => console.log('typed ' + line));`;

test('a server in a host is joined, read, typed into, measured and ended through the same routes', async () => {
  const { deploy, create, untilState, client, params, call, path: base, driver, lines } = await openFleet();
  const { build } = await deploy(nodeBuild(helloServer + CONSOLE));
  const { id } = await create(build);
  const server = await untilState(id, 'running');
  expect(await hello(addressOf(server).port)).toMatch(/^hello/);
  const place = { ...params, server_id: id };
  await until(async () => (await lines(id)).includes('ready'), 'its first line');
  await client.typeIntoServer({ params: place, body: { line: 'tide' } });
  await until(async () => (await lines(id)).includes('typed tide'), 'what it read');
  await until(async () => {
    const { inspection } = await client.inspectServer({ params: place });
    return inspection.traffic['game']?.connections_total === 1 && (inspection.usage?.memory ?? 0) > 0;
  }, 'its figures');
  await call('DELETE', `${base}/servers/${id}`);
  expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({ state: 'stopped', exit: { code: 0, by: 'you' } });
  const last = await lines(id);
  expect(last).toContain('bye');
  expect(last.filter((line) => line === 'ready')).toHaveLength(1);
  await until(async () => (await driver.look()).size === 0, 'its host to be gone');
});

test('a namespace that is deleted orders no host in the place of the one that ends', async () => {
  const { deploy, switchTo, policy, list, client, namespace } = await openFleet();
  await switchTo((await deploy(nodeBuild())).version);
  await policy({ server_count: 1 });
  await until(async () => (await list())[0]?.state === 'running', 'the server that it keeps');
  const before = orders.length;
  await client.deleteNamespace({ params: namespace, query: {} });
  expect(orders).toHaveLength(before);
});

test('one that crashes is told with its reason and its last lines, as on one machine', async () => {
  const { deploy, create, untilState, lines } = await openFleet();
  const crashing = await deploy(nodeBuild("console.error('no tide table'); process.exit(7)"));
  const { id } = await create(crashing.build);
  expect(await untilState(id, 'crashed')).toMatchObject({
    exit: { code: 7, by: 'itself' },
    problem: expect.stringContaining('Exited with code 7'),
  });
  expect(await lines(id)).toContain('no tide table');
});

test('the crash bundle of a server in a host has its core dump, of the newest crashes alone', async () => {
  const { deploy, create, untilState, client, params } = await openFleet();
  // What a system leaves there, by its head.
  const crash = `const core = Buffer.alloc(300_000, 7); core.write('\\x7fELF', 0, 'latin1'); core[16] = 4;
    require('node:fs').writeFileSync('core.4711', core); process.exit(7)`;
  const { build } = await deploy(nodeBuild(crash));
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { id } = await create(build);
    await untilState(id, 'crashed');
    ids.push(id);
  }
  const coreOf = async (server_id: string) => {
    const { files } = await client.previewCrashBundle({ params: { ...params, server_id } });
    return files.find(({ name }) => name === 'core')?.bytes;
  };
  expect(await coreOf(ids[3] ?? '')).toBe(300_000);
  await until(async () => (await coreOf(ids[0] ?? '')) === undefined, 'the oldest to be cleared away');
});

test('a host sends no core dump of a server that has not run, and nothing else as one', async () => {
  const { deploy, create, untilState, server: service } = await openFleet();
  const { build } = await deploy(nodeBuild());
  const send = async (token: string, body: Buffer) => {
    const headers = { authorization: `Bearer ${token}`, prefer: 'reasons' };
    const answer = await fetch(`${service.url}/hosts/core`, { method: 'PUT', headers, body });
    return { status: answer.status, said: await answer.text() };
  };
  const core = Buffer.alloc(3_000, 7);
  core.write('\x7fELF', 0, 'latin1');
  core[16] = 4;
  areHeld = true;
  onTestFinished(() => void (areHeld = false));
  const { id: held } = await create(build);
  const orderOf = () => orders.find(({ server_id }) => server_id === held);
  await until(() => orderOf() !== undefined, 'its order');
  expect(await send(orderOf()?.token ?? '', core)).toMatchObject({
    status: 400,
    said: expect.stringContaining('has not run yet'),
  });
  areHeld = false;
  const { id } = await create(build);
  await untilState(id, 'running');
  const token = await tokenOf(id);
  for (const junk of [Buffer.from('junk'), Buffer.alloc(3_000), Buffer.alloc(0)])
    expect(await send(token, junk)).toMatchObject({ status: 400, said: expect.stringContaining('are no core dump') });
  const left = () => readdir(path.join(service.dataFolder, 'servers', id)).catch(() => []);
  expect(await left()).not.toContain('core');
  expect(await send(token, core)).toMatchObject({ status: 200 });
  expect(await left()).toContain('core');
});

test('a build is fetched once for all hosts of a node, and again where its bytes are not what they were', async () => {
  const { deploy, create, untilState, folder, log, build: read } = await openFleet();
  const { build } = await deploy(nodeBuild(`${helloServer} // for all hosts`));
  const before = log.length;
  const fetched = () => log.slice(before).filter(({ path: target }) => target === '/hosts/build').length;
  await untilState((await create(build)).id, 'running');
  await untilState((await create(build)).id, 'running');
  expect(fetched()).toBe(1);
  const { sha256 = '' } = await read(build);
  const builds = path.join(cacheOf(folder), 'builds');
  expect((await readdir(builds)).filter((name) => name.startsWith(sha256))).toEqual([sha256]);
  const file = path.join(builds, sha256);
  const bytes = await readFile(file);
  await writeFile(file, Buffer.alloc(bytes.length));
  await untilState((await create(build)).id, 'running');
  expect(fetched()).toBe(2);
  expect(await readFile(file)).toEqual(bytes);
});

/** How the service takes a connection with this token: the status that it refuses it with, or the code that it hangs up with. */
async function knock(url: string, token: string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/hosts/link`, {
    headers: { authorization: `Bearer ${token}` },
  });
  socket.on('error', () => undefined);
  const greeting = { t: 'hello', protocol: PROTOCOL, instance: crypto.randomUUID(), now: Date.now(), logged: 0 };
  socket.on('open', () => socket.send(JSON.stringify(greeting)));
  return await new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('close', (code) => resolve(code));
  });
}

test('a token is good for its server alone, and for one host of it', async () => {
  const { deploy, create, untilState, server: service, call, path: base } = await openFleet();
  const { build } = await deploy(nodeBuild());
  const [one, other] = [await create(build), await create(build)];
  await untilState(one.id, 'running');
  await untilState(other.id, 'running');
  const [pid = 0] = await processesOf(one.id);
  const token = await tokenOf(one.id);
  expect(await knock(service.url, token.replace(one.id, other.id)), 'replayed for another server').toBe(401);
  expect(await knock(service.url, service.token), 'of the owner').toBe(401);
  expect(await knock(service.url, token), 'a second host').toBe(4_001);
  const plain = await fetch(`${service.url}/games`, { headers: { authorization: `Bearer ${token}` } });
  expect(plain.status, 'for any call').toBeGreaterThanOrEqual(400);
  expect(await isRunning(pid), 'it plays on').toBe(true);
  await call('DELETE', `${base}/servers/${one.id}`);
  await untilState(one.id, 'stopped');
  expect(await knock(service.url, token), 'after its end').toBe(4_001);
  const late = await fetch(`${service.url}/hosts/build`, { headers: { authorization: `Bearer ${token}` } });
  expect(late.status, 'its build after its end').toBe(404);
});

/** As whoever got it from the host's environment. */
async function tokenOf(server_id: string): Promise<string> {
  for (const pid of await readdir('/proc')) {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    const found = new RegExp(`SLIPWAY_HOST_TOKEN=(slipway_host_${server_id}_[\\w-]+)`).exec(environment)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('No host has a token of this server');
}
