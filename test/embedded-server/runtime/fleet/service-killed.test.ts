// The service is killed while servers are in hosts: they play on, their hosts come back to the next service, and nothing is started twice.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServiceClient } from '../../../../src-shared/service/client.ts';
import { bundledProgram } from '../../../support/bundled.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, helloServer, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { endHosts, processFleet } from '../../../support/process-fleet.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { caller, ownPorts } from '../../../support/service.ts';
import { isSoak } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

// Services and hosts in processes of their own.
vi.setConfig({ testTimeout: 90_000 });

const serveFleet = bundledProgram('serve-fleet', 'test/support/serve-fleet.ts');
/** Counts for whoever stays connected, and writes each number. */
const counting = `${helloServer}
let n = 0;
setInterval(() => console.log('count ' + (n += 1)), 100);
require('node:net').createServer((socket) => { socket.on('error', () => {}); socket.pipe(socket); }).listen(+process.env.PORT_ECHO, process.env.SLIPWAY_HOST);
`.replaceAll("key.startsWith('PORT_')", "key === 'PORT_GAME'");
const ports = { game: { protocol: 'tcp' }, echo: { protocol: 'tcp' } };

/** The data folder of a service that has a build, closed again. */
async function prepare(files = nodeBuild(counting, { ports })) {
  const dataFolder = await makeTempFolder();
  const prepared = await startHosting({ dataFolder });
  const { build } = await prepared.deploy(files);
  await prepared.server.close();
  return { ...prepared, build };
}
/** Each test has a copy of it. */
const preparedOnce = startOnce(() => prepare());

async function startKillable({ server, build, ...prepared }: Awaited<ReturnType<typeof prepare>>) {
  const dataFolder = path.join(await makeTempFolder(), 'data');
  await cp(server.dataFolder, dataFolder, { recursive: true, preserveTimestamps: true });
  const folder = await makeTempFolder();
  const { from, to } = ownPorts();
  onTestFinished(() => endHosts(processFleet(folder, { from, to })));
  const port = String(await freePort());
  const serve = async () => {
    const words = [serveFleet, dataFolder, folder, port, String(from), String(to)];
    const child: ChildProcess = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const { url, token } = JSON.parse(String(line)) as { url: string; token: string };
    const call = caller({ url, token, localUrl: url });
    const client = createServiceClient(({ method, path: to_, body }) =>
      call(method, to_, body === undefined ? {} : { body }),
    );
    const { params, path: base } = prepared;
    const read = async (server_id: string) => (await client.getServer({ params: { ...params, server_id } })).server;
    const kill = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const create = async (): Promise<string> => {
      const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} } };
      const { body: answer } = await call('POST', `${base}/servers`, { body });
      return (answer as { server: { id: string } }).server.id;
    };
    const lines = async (server_id: string) => {
      const query = { limit: 1_000 };
      const { lines: all } = await client.readServerLog({ params: { ...params, server_id }, query });
      return all.map(({ text }) => text);
    };
    const destroy = (id: string) => call('DELETE', `${base}/servers/${id}`);
    const reaches = (id: string, state: string) =>
      until(async () => (await read(id)).state === state, `the server to be ${state}`);
    return { read, kill, create, lines, destroy, reaches };
  };
  const world = (slot: number) =>
    readFile(path.join(dataFolder, 'kept', prepared.namespace.namespace_id, `${slot}/files/world/days`), 'utf8');
  return { serve, world };
}

test('servers play on without the service, and the next one has their state, their players and each line of their logs once', async () => {
  const { serve } = await startKillable(await preparedOnce());
  const first = await serve();
  const id = await first.create();
  await first.reaches(id, 'running');
  const { host, port } = addressOf(await first.read(id), 'echo');
  const player = connect(port, host);
  await once(player, 'connect');
  const pids = await processesOf(id);
  await first.kill();
  player.write('still here');
  expect(String((await once(player, 'data'))[0])).toBe('still here');

  const second = await serve();
  expect(await second.read(id)).toMatchObject({ state: 'running' });
  await until(async () => (await second.read(id)).players?.now === 1, 'its player to be seen');
  const before = (await second.lines(id)).length;
  await until(async () => (await second.lines(id)).length > before + 5, 'its log to go on');
  const counts = (await second.lines(id)).filter((line) => line.startsWith('count '));
  expect(counts, 'each line once, in order').toEqual(counts.map((_, at) => `count ${at + 1}`));
  expect(await processesOf(id), 'the same program').toEqual(pids);
  player.destroy();
  await second.destroy(id);
  await second.reaches(id, 'stopped');
  expect(await processesOf(id)).toEqual([]);
});

test('killed right after a server was asked for, the next service brings up that one and no other', async () => {
  const { serve } = await startKillable(await preparedOnce());
  const first = await serve();
  const id = await first.create();
  await first.kill();
  const second = await serve();
  await second.reaches(id, 'running');
  expect(await processesOf(id)).toHaveLength(1);
});

test('killed while its host is starting it, the server is there once', async () => {
  const { serve } = await startKillable(await preparedOnce());
  const first = await serve();
  const id = await first.create();
  await until(async () => (await processesOf(id)).length > 0, 'its program');
  await first.kill();
  const second = await serve();
  await second.reaches(id, 'running');
  expect(await processesOf(id)).toHaveLength(1);
});

// As where it has kept folders, below.
if (isSoak)
  test('killed while a server is being ended, the next service ends it', async () => {
    const { serve } = await startKillable(await preparedOnce());
    const first = await serve();
    const id = await first.create();
    await first.reaches(id, 'running');
    await Promise.all([first.destroy(id).catch(() => undefined), first.kill()]);
    const second = await serve();
    // Where the call was not taken, it is said again.
    if ((await second.read(id)).state === 'running') await second.destroy(id);
    await second.reaches(id, 'stopped');
    await until(async () => (await processesOf(id)).length === 0, 'its program to be gone');
  });

const keeping = `const add = (word) => require('node:fs').appendFileSync('world/days', word + ' ');
add('begun'); process.on('SIGTERM', () => add('end'));${helloServer}`;

test('killed while servers with kept folders play or end, each has its own to its end, and nothing of them is lost', async () => {
  const manifest = { keep: ['world'], ports: { game: { protocol: 'tcp' } } };
  const { serve, world } = await startKillable(await prepare(nodeBuild(keeping, manifest)));
  const first = await serve();
  const one = await first.create();
  await first.reaches(one, 'running');
  await Promise.all([first.destroy(one).catch(() => undefined), first.kill()]);
  const second = await serve();
  // Where the call was not taken, it is said again.
  if ((await second.read(one)).state === 'running') await second.destroy(one);
  await second.reaches(one, 'stopped');
  await until(async () => (await processesOf(one)).length === 0, 'its program to be gone');
  expect(await world(1)).toBe('begun end ');
  const two = await second.create();
  await second.reaches(two, 'running');
  await second.kill();
  const third = await serve();
  const three = await third.create();
  await third.reaches(three, 'running');
  for (const id of [two, three]) await third.destroy(id);
  for (const id of [two, three]) await third.reaches(id, 'stopped');
  expect([await world(1), await world(2)]).toEqual(['begun end begun end ', 'begun end ']);
});
