// The Agones SDK of real servers over HTTP: when they are ready, how they end by it, what they say of themselves.
import { expect, test } from 'vitest';
import { hasIPv6 } from '../../../support/has-ipv6.ts';
import { addressOf, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { callingBuild, runServer } from './support.ts';

const host = startOnce(() => startHosting({ listenWithinMs: 300 }));

test('a server that is to say that it is ready is reached once it does, and not when it merely listens', async () => {
  const hosting = await host();
  const server = await runServer(hosting, callingBuild({ ready: 'sdk' }));
  const waiting = await hosting.untilSays(server.id, /has not said Ready through the Agones SDK yet/);
  expect(waiting.state).toBe('silent');
  expect(waiting.started_at).toBeUndefined();
  expect(waiting.network.ports['game']?.public_port).toBeUndefined();
  expect(await server.ask('POST', '/ready', {})).toEqual({ status: 200, body: {} });
  const running = await server.untilState('running');
  expect(running.started_at).toBeGreaterThan(0);
  expect(running.problem).toBeUndefined();
  expect(addressOf(running).port).toBeGreaterThan(0);
  await until(async () => (await server.sdk())?.state === 'Ready', 'its state in the inspection');
  expect(await server.ask('POST', '/ready', {}), 'ready twice').toEqual({ status: 200, body: {} });
  expect((await hosting.read(server.id)).started_at, 'it began once').toBe(running.started_at);
});

test('a server that says nothing is ready when it listens, and nothing is shown of an SDK that it never used', async () => {
  const hosting = await host();
  const server = await runServer(hosting, callingBuild());
  await server.untilState('running');
  expect(await server.sdk()).toBeUndefined();
  expect((await server.ask('GET', '/gameserver')).body).toMatchObject({ status: { state: 'Ready' } });
});

test('a server reads of itself what it is and where players reach it', async () => {
  const hosting = await host();
  const server = await runServer(hosting, callingBuild());
  const { port } = addressOf(await server.untilState('running'));
  const { status, body } = await server.ask('GET', '/gameserver');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object_meta: { name: server.id, uid: server.id, namespace: 'prod', generation: '1' },
    spec: { health: { disabled: true } },
    status: { state: 'Ready', address: '127.0.0.1', ports: [{ name: 'game', port }] },
  });
});

test('a server that asks to be shut down gets its grace, and has ended by itself and not crashed', async () => {
  const hosting = await host();
  const saves = "process.on('SIGTERM', () => { console.log('saved'); process.exit(3); });";
  const server = await runServer(hosting, callingBuild({}, saves));
  await server.untilState('running');
  expect(await server.ask('POST', '/shutdown', {})).toEqual({ status: 200, body: {} });
  const ended = await server.untilState('exited', 'crashed', 'stopped');
  expect(ended).toMatchObject({ state: 'exited', exit: { by: 'itself', code: 3 } });
  expect(ended.problem).toBeUndefined();
  expect(await server.lines()).toEqual(expect.arrayContaining(['saved', 'Agones SDK: the server is Shutdown.']));
});

const health = { period_seconds: 1, failure_threshold: 1, initial_delay_seconds: 0 };

test('a server that never says that it is well is ended for that, and its policy starts another', async () => {
  const hosting = await host();
  const { deploy, policy, switchTo, list, untilState } = hosting;
  const { version } = await deploy(callingBuild({ health }));
  await policy({ server_count: 1 });
  await switchTo(version);
  await until(async () => (await list()).some(({ kept }) => kept === true));
  const first = (await list()).find(({ kept }) => kept === true)?.id ?? '';
  const ended = await untilState(first, 'crashed');
  expect(ended).toMatchObject({ exit: { by: 'limit' } });
  expect(ended.problem).toBe('It has not reported through the Agones SDK for 1 s that it is healthy, and was ended.');
  expect(ended.hint).toContain('Call Health at least once in each period');
  await until(async () => (await list()).some(({ id, kept }) => kept === true && id !== first), 'another one');
  await policy({ server_count: 0 });
});

test('a server that says that it is well runs on, and is seen to be well', async () => {
  const hosting = await host();
  const beats =
    "setInterval(() => fetch('http://localhost:' + process.env.AGONES_SDK_HTTP_PORT + '/health', { method: 'POST', body: '{}' }), 100);";
  const server = await runServer(hosting, callingBuild({ health: { ...health, failure_threshold: 60 } }, beats));
  await server.untilState('running');
  const seen = async () => (await server.sdk())?.health?.last_at ?? 0;
  await until(async () => (await seen()) > 0, 'its first sign of health');
  const firstAt = await seen();
  await until(async () => (await seen()) > firstAt, 'another one');
  expect(await hosting.read(server.id)).toMatchObject({ state: 'running' });
  expect((await server.ask('POST', '/health', '')).status, 'as Agones, without a body').toBe(400);
});

test('another server and another program of this machine are refused, and the log of the server says so', async () => {
  const hosting = await host();
  const server = await runServer(hosting, callingBuild());
  await server.untilState('running');
  expect((await server.ask('GET', '/gameserver')).status).toBe(200);
  const other = await runServer(
    hosting,
    callingBuild({}, "console.log('sdk at ' + process.env.AGONES_SDK_HTTP_PORT);"),
  );
  await other.untilState('running');
  await other.whenWritten('sdk at ');
  const port = Number((await other.lines()).find((line) => line.startsWith('sdk at '))?.slice(7));
  expect(await server.ask('POST', '/shutdown', {}, port)).toMatchObject({ status: 403, body: { code: 7 } });
  const ours = await fetch(`http://127.0.0.1:${port}/gameserver`);
  expect(ours.status).toBe(403);
  expect(await ours.json()).toMatchObject({ message: expect.stringContaining('belongs to another server') });
  await other.whenWritten('a program that is no part of this server called it, and was refused');
  expect(await hosting.read(other.id)).toMatchObject({ state: 'running' });
});

test.runIf(hasIPv6)('at ::1 it is the same SDK, for its server alone, and no program of another takes it', async () => {
  const hosting = await host();
  const grab = `console.log('sdk at ' + process.env.AGONES_SDK_HTTP_PORT + ' ' + process.env.AGONES_SDK_GRPC_PORT);
for (const name of ['HTTP', 'GRPC']) require('node:net').createServer().listen(+process.env['AGONES_SDK_' + name + '_PORT'], '::1')
  .on('error', (error) => console.log(name + ' ' + error.code));`;
  const server = await runServer(hosting, callingBuild({}, grab));
  await server.untilState('running');
  for (const name of ['HTTP', 'GRPC']) await server.whenWritten(`${name} EADDRINUSE`);
  expect((await server.ask('GET', '/gameserver', undefined, undefined, '[::1]')).status).toBe(200);
  const port = (await server.lines()).map((line) => /^sdk at (\d+)/.exec(line)?.[1]).find(Boolean);
  expect((await fetch(`http://[::1]:${port}/gameserver`)).status).toBe(process.platform === 'linux' ? 403 : 200);
});
