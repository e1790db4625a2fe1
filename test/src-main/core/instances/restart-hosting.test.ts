// Local's thread crashes while it hosts: what ran is ended and reported, what a namespace keeps runs again, and nothing runs twice
// or without Local.

import { readdir, readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore } from '../../../support/core.ts';
import { addressOf, anyResources, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { isSoak } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { createTurnedClock } from '../../../support/turned-clock.ts';
import { until } from '../../../support/until.ts';

/**
 * Ignores being asked to end, as does its child, which left its group; it says which server it is. It is reached once its child is so far,
 * as one that is asked before ends.
 */
const lasting = `
  const { spawn } = require('node:child_process');
  process.on('SIGTERM', () => console.log('asked'));
  process.stdout.on('error', () => {});
  const lasts = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('up'); process.disconnect()";
  const child = spawn(process.execPath, ['-e', lasts], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const hello = (socket) => socket.on('error', () => {}).end(process.env.SLIPWAY_SERVER_ID);
  child.once('message', () => {
    console.log('up');
    require('node:net').createServer(hello).listen(+process.env.PORT, process.env.SLIPWAY_HOST);
  });
`;
const manifest = { ports: { game: { protocol: 'tcp' } }, lifecycle: { kill_timeout: 200 } };

/** Local on a data folder with a build that is there, a namespace that keeps one server of it, and a second one made by hand. */
async function startHostingCore() {
  const dataFolder = await makeTempFolder('data');
  const prepared = await startHosting({ dataFolder });
  const { build, version } = await prepared.deploy(nodeBuild(lasting, manifest));
  await prepared.switchTo(version);
  await prepared.policy({ server_count: 1 });
  await prepared.server.close();
  const time = createTurnedClock();
  const core = await startTestCore({ dataFolder, clock: time.clock });
  await core.whenState('local', 'connected');
  const place = { instance_id: 'local', ...prepared.namespace };
  const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} }, resources: anyResources };
  const create = async (more: { lifecycle?: { kill_timeout: number } } = {}) =>
    (await core.client.call('servers.create', { ...place, body: { ...body, ...more } })).server_id;
  let servers: Server[] = [];
  core.client.subscribe('servers', place, { next: (next) => (servers = next) });
  const server = (id: string) => servers.find((one) => one.id === id);
  const alive = () => servers.filter(({ destroyed_at: end }) => end === undefined);
  const whenRunning = (id: string) => until(() => server(id)?.state === 'running', `${id} to run`);
  const whenKept = async (not = '') => {
    const kept = () => alive().find((one) => one.kept === true && one.state === 'running' && one.id !== not);
    await until(() => kept() !== undefined, 'the kept server');
    return kept()?.id ?? '';
  };
  const logOf = async (id: string) => {
    const { lines } = await core.client.call('servers.readLog', { ...place, server_id: id, read: { limit: 100 } });
    return lines.map(({ text }) => text);
  };
  const pidsOf = async (id: string) => {
    await until(async () => (await logOf(id)).includes('up'), 'what it wrote to be read');
    // What it started is known by its environment, which it has a moment later.
    await until(async () => (await processesOf(id)).length === 2, 'the server and its child');
    return await processesOf(id);
  };
  const crash = async (count: number) => {
    await core.crash();
    await until(() => core.local()?.crash?.count === count, `crash ${count} to be reported`);
  };
  const stop = (id: string) => core.client.call('servers.stop', { ...place, server_id: id });
  const untilEnded = (pids: readonly number[]) =>
    until(async () => !(await Promise.all(pids.map(isRunning))).includes(true), 'them to be ended');
  const all = { server, alive, create, stop, whenRunning, whenKept, logOf, pidsOf, untilEnded, crash, dataFolder };
  return { ...core, ...time, ...all };
}

/** What who listens at an address answers within ten seconds; an empty text where nobody does. */
function askPort(address: { host: string; port: number }): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(address, () => socket.end());
    socket.setTimeout(10_000, () => socket.destroy(new Error('silent')));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

it('ends what ran, tells why of each, keeps their logs, and runs again what is kept, once', {
  timeout: 90_000,
}, async () => {
  const test = await startHostingCore();
  const { server, alive, create, stop, whenRunning, whenKept, logOf, pidsOf, crash, whenState } = test;
  const kept = await whenKept();
  const made = await create();
  const stopped = await create({ lifecycle: { kill_timeout: 600_000 } });
  await whenRunning(made);
  await whenRunning(stopped);
  await stop(stopped);
  await until(() => server(stopped)?.state === 'stopping', 'it to be asked');
  expect(server(stopped), 'one that has not ended tells no end').not.toHaveProperty('exit');
  await until(async () => (await logOf(stopped)).includes('asked'), 'it to be told');
  const pids = [...(await pidsOf(kept)), ...(await pidsOf(made)), ...(await pidsOf(stopped))];
  expect(pids).toHaveLength(6);
  const madeAt = addressOf(server(made) as Server);
  expect(await askPort(madeAt)).toBe(made);

  await crash(1);
  await whenState('local', 'connected');
  const again = await whenKept(kept);
  expect(await Promise.all(pids.map(isRunning)), 'nothing of before runs').toEqual(pids.map(() => false));
  expect(
    alive().map(({ id }) => id),
    'nothing runs twice',
  ).toEqual([again]);
  const lost = {
    state: 'stopped',
    exit: { by: 'slipway', out_of_memory: false },
    problem: { text: 'The service ended unexpectedly while it ran, so it was ended as well.' },
  };
  expect(server(kept)).toMatchObject({ ...lost, kept: true });
  expect(server(made)).toMatchObject({ ...lost, kept: false });
  expect(server(stopped), 'who was told to end is no crash').toMatchObject({ state: 'stopped', exit: { by: 'you' } });
  expect(server(stopped)).not.toHaveProperty('problem');
  expect(await askPort(madeAt), 'its port is free').toBe('');
  expect(await askPort(addressOf(server(again) as Server))).toBe(again);
  for (const id of [kept, made, stopped]) {
    expect(await logOf(id)).toContain('up');
  }
  expect(
    (await readdir(path.join(test.dataFolder, 'servers'))).toSorted(),
    'folders of those that ended are gone',
  ).toEqual([again, `${again}.wall`, 'package.json'].toSorted());
});

it('leaves nothing running while it waits to come back, and after it gave up', { timeout: 120_000 }, async () => {
  const { whenKept, pidsOf, untilEnded, crash, whenState, turn, waiting, states, client, ...test } =
    await startHostingCore();
  let kept = await whenKept();
  await crash(1);
  await whenState('local', 'connected');
  for (const [nth, waitMs] of [1_000, 4_000, 15_000].entries()) {
    // One wait is as the other, but for how long it is: outside of a soak a server runs at the first.
    const hasServer = isSoak || nth === 0;
    if (hasServer) kept = await whenKept(kept);
    const pids = hasServer ? await pidsOf(kept) : [];
    await crash(nth + 2);
    await whenState('local', 'reconnecting');
    await untilEnded(pids);
    expect(waiting(), 'it did not start meanwhile').toBe(1);
    turn(waitMs);
    await whenState('local', 'connected');
    await until(() => test.server(kept)?.state === 'stopped');
    expect(textOf(test.server(kept)?.problem ?? '')).toContain('ended unexpectedly');
  }
  kept = await whenKept(kept);
  const pids = await pidsOf(kept);
  await crash(5);
  await whenState('local', 'stopped');
  await untilEnded(pids);
  expect(states.at(-1)).toBe('stopped');
  await client.call('instances.restart', { instance_id: 'local' });
  await whenState('local', 'connected');
  await whenKept(kept);
  expect(test.server(kept)).toMatchObject({ state: 'stopped', exit: { by: 'slipway' } });
});

it('leaves nothing running either where the app ends while Local waits', async () => {
  const { core, whenKept, pidsOf, crash, whenState, dataFolder } = await startHostingCore();
  const first = await whenKept();
  await crash(1);
  await whenState('local', 'connected');
  const pids = await pidsOf(await whenKept(first));
  expect(pids).toHaveLength(2);
  await crash(2);
  await core.close();
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
  await expect(readFile(path.join(dataFolder, 'running.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});
