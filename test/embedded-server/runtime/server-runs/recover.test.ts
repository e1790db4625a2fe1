// The service is killed while servers run: the next start ends what is left of them, says what became of each, and starts
// what namespaces keep.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { threadScripts } from '../../../../embedded-server/thread-scripts.ts';
import { createServiceClient, type ServiceClient } from '../../../../src-shared/service/client.ts';
import { bundledProgram, slipwayProgram } from '../../../support/bundled.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { caller } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

// Services in processes of their own, with servers.
vi.setConfig({ testTimeout: 60_000 });

const isolated = (folder: string) => [slipwayProgram, 'serve', '--data', folder, '--port', '0', '--json'];
const unisolated = (folder: string) => [bundledProgram('serve-unisolated', 'test/support/serve-unisolated.ts'), folder];

/** A server with a grandchild that left the group and ignores being asked; writes something. */
const stubborn = `
  const { spawn } = require('node:child_process');
  process.on('SIGTERM', () => {});
  process.stdout.on('error', () => {});
  process.stdout.write('a line without its end');
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { detached: true, stdio: 'ignore' });
  require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1');
`;

const gentle = { ports: { game: { protocol: 'tcp' } }, lifecycle: { kill_timeout: 200 } };

async function serve(args: string[]): Promise<{ child: ChildProcess; url: string; token: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [line] = await once(child.stdout, 'data');
  const { url, token } = JSON.parse(String(line)) as { url: string; token: string };
  return { child, url, token };
}

async function logOf(client: ServiceClient, params: Parameters<ServiceClient['readServerLog']>[0]['params']) {
  const { lines } = await client.readServerLog({ params, query: {} });
  return lines.map(({ stream, text }) => ({ stream, text }));
}

/** As when it was killed between the start of a server and its record. */
function forgetPids(dataFolder: string): void {
  const database = new DatabaseSync(path.join(dataFolder, 'slipway.db'));
  database.exec('UPDATE servers SET pid = NULL, identity = NULL WHERE destroy_ts IS NULL');
  database.close();
}

/** The data folder of a service whose namespace has a version, closed again. Each test has a copy of it. */
const preparedOnce = startOnce(async () => {
  const dataFolder = await makeTempFolder();
  const prepared = await startHosting({ dataFolder });
  const { version } = await prepared.deploy(nodeBuild(stubborn, gentle));
  await prepared.switchTo(version);
  await prepared.server.close();
  return prepared;
});

test.each([
  { name: 'left running and was written down', service: unisolated, isLeft: true },
  { name: 'left running and was not written down yet', service: unisolated, isLeft: true, prepareRecords: forgetPids },
  { name: 'had behind walls', service: isolated, isLeft: false },
])(
  'what a killed service $name has ended at the next start, and kept servers run again',
  async ({ service, isLeft, prepareRecords }) => {
    const prepared = await preparedOnce();
    const dataFolder = path.join(await makeTempFolder(), 'data');
    await cp(prepared.server.dataFolder, dataFolder, { recursive: true, preserveTimestamps: true });

    const first = await serve(service(dataFolder));
    const client = (at: { url: string; token: string }) => {
      const call = caller({ ...at, localUrl: at.url });
      return createServiceClient(({ method, path: to, body }) => call(method, to, body === undefined ? {} : { body }));
    };
    const { params, namespace } = prepared;
    const policy = { server_count: 1, on_version_switch: 'stop', drain_limit: 0, restart: 'back_off' } as const;
    await client(first).setHosting({ params: namespace, body: policy });
    const list = async (at: typeof first, ended = false) =>
      (await client(at).listServers({ params, query: { include_destroyed: ended } })).servers;
    await until(async () => (await list(first))[0]?.state === 'running', 'the server');
    const [{ id } = { id: '' }] = await list(first);
    await until(async () => (await logOf(client(first), { ...params, server_id: id })).length > 1, 'what it wrote');
    const pids = await processesOf(id);
    expect(pids).toHaveLength(2);
    const gone = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await gone;
    const killedAt = Date.now();
    if (isLeft) expect(await Promise.all(pids.map(isRunning)), 'they outlive a killed service').toEqual([true, true]);
    else await until(async () => (await processesOf(id)).length === 0, 'their end with the service');

    prepareRecords?.(dataFolder);
    await sleep(1_000);
    const second = await serve(service(dataFolder));
    expect(await Promise.all(pids.map(isRunning)), 'and not its next start').toEqual([false, false]);
    const lost = (await list(second, true)).find((server) => server.id === id);
    expect(lost).toMatchObject({ state: 'stopped', exit: { by: 'slipway' } });
    expect(lost?.problem).toContain('ended unexpectedly');
    const { started_at: started = 0, destroyed_at: ended = 0 } = lost ?? {};
    expect(ended, 'never before it started').toBeGreaterThanOrEqual(started);
    if (isLeft) expect(ended, 'the next start ended it').toBeGreaterThan(killedAt + 1_000);
    else expect(ended, 'as far as it is known to have lived').toBeLessThanOrEqual(killedAt);
    expect((await logOf(client(second), { ...params, server_id: id })).slice(-2)).toEqual([
      { stream: 'std_out', text: 'a line without its end' },
      {
        stream: 'slipway',
        text: expect.stringMatching(/^The service ended unexpectedly while it ran, so it was ended/),
      },
    ]);
    await until(async () => (await list(second))[0]?.state === 'running', 'another one');
  },
);

test('a restart that was cut is one no more: the server was stopped, says so, and does not come back by itself', async () => {
  const dataFolder = await makeTempFolder();
  const prepared = await startHosting({ dataFolder });
  const { deploy, params } = prepared;
  const patient = { ...gentle, lifecycle: { kill_timeout: 60_000 } };
  const { build } = await deploy(nodeBuild(stubborn, patient));
  await prepared.server.close();

  const first = await serve(unisolated(dataFolder));
  const clientOf = (at: typeof first) => {
    const call = caller({ ...at, localUrl: at.url });
    return createServiceClient(({ method, path: to, body }) => call(method, to, body === undefined ? {} : { body }));
  };
  const { server } = await clientOf(first).createServer({
    params,
    body: { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} } },
  });
  const place = { ...params, server_id: server.id };
  const read = async (at: typeof first) => (await clientOf(at).getServer({ params: place })).server;
  await until(async () => (await read(first)).state === 'running');
  void clientOf(first)
    .restartServer({ params: place, body: {} })
    .catch(() => undefined);
  await until(async () => (await read(first)).state === 'stopping');
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;

  const second = await serve(unisolated(dataFolder));
  const lost = await read(second);
  expect(lost).toMatchObject({ state: 'stopped', exit: { by: 'slipway', asked: { to: 'stop' } } });
  expect(lost.problem).toBe(
    'The service ended unexpectedly while this server was restarting, so it was stopped and not started again.',
  );
  expect((await clientOf(second).listServers({ params, query: {} })).servers).toEqual([]);
});

test('when the thread that holds the servers is lost, they are ended and reported, and kept ones run again', async () => {
  const folder = await makeTempFolder();
  const mark = path.join(folder, 'break');
  const script = path.join(folder, 'breaking-thread.ts');
  await writeFile(
    script,
    `import { existsSync, rmSync } from 'node:fs';
import ${JSON.stringify(threadScripts().hosting.href)};
setInterval(() => {
  if (!existsSync(${JSON.stringify(mark)})) return;
  rmSync(${JSON.stringify(mark)});
  throw new Error('the thread broke');
}, 20);
`,
  );
  const { deploy, policy, switchTo, list, read, client, params } = await startHosting({
    threads: { hosting: pathToFileURL(script) },
  });
  const { version } = await deploy(nodeBuild(stubborn, gentle));
  await policy({ server_count: 1 });
  await switchTo(version);
  await until(async () => (await list())[0]?.state === 'running', 'the server');
  const [{ id } = { id: '' }] = await list();
  const pids = await processesOf(id);
  expect(pids).toHaveLength(2);
  await writeFile(mark, '');
  await until(async () => (await read(id)).destroyed_at !== undefined, 'its end');
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
  const last = (await logOf(client, { ...params, server_id: id })).at(-1);
  expect(last, 'its log says that it ended').toMatchObject({
    stream: 'slipway',
    text: expect.stringMatching(/^Ended/),
  });
  await until(async () => (await list())[0]?.state === 'running', 'another one');
});
