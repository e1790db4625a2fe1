// Servers really run: real builds, real processes, real ports, through the service's own calls.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { addressOf, helloAgain, nodeBuild, startHosting } from '../../support/hosting.ts';
import { isRunning } from '../../support/is-running.ts';
import { until } from '../../support/until.ts';

// Each starts a service with its threads, and real processes.
vi.setConfig({ testTimeout: 30_000 });

function ask(at: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(at.port, at.host);
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

test('a server is created from an uploaded build, is reached where it says, and ends when it is told to', async () => {
  const { deploy, create, untilState, call, path, list } = await startHosting();
  const { build } = await deploy(nodeBuild(), '1.0');
  const created = await create(build, { tags: { mode: 'duel' } });
  expect(created).toMatchObject({ tags: { mode: 'duel' }, state: 'preparing', kept: false });
  expect(created.started_at).toBeUndefined();
  const running = await untilState(created.id, 'running');
  expect(running.started_at).toBeGreaterThanOrEqual(running.created_at);
  expect(running.network.ports['game']).toMatchObject({ protocol: 'tcp', routing: { game_guard: {} } });
  expect(await ask(addressOf(running))).toBe('hello 1.0');
  expect(await list()).toHaveLength(1);
  expect((await call('DELETE', `${path}/servers/${created.id}`)).status).toBe(200);
  const stopped = await untilState(created.id, 'stopped');
  expect(stopped).toMatchObject({ exit: { code: 0, by: 'you' } });
  expect(stopped.destroyed_at).toBeGreaterThan(0);
  expect(stopped.problem).toBeUndefined();
  expect(await list()).toHaveLength(0);
  expect(await list(true)).toHaveLength(1);
  expect((await call('DELETE', `${path}/servers/${created.id}`)).status, 'ending it again').toBe(200);
});

test('a namespace keeps the servers its policy asks for, and a switch brings those of the new version', async () => {
  const { deploy, policy, switchTo, list, untilState } = await startHosting();
  const one = await deploy(nodeBuild(), '1.0');
  const two = await deploy(nodeBuild(helloAgain), '2.0');
  await policy({ server_count: 2, on_version_switch: 'stop' });
  await switchTo(one.version);
  await until(async () => (await list()).filter(({ state }) => state === 'running').length === 2);
  const before = await list();
  expect(before.every(({ kept, version }) => kept === true && version === one.version)).toBe(true);
  await switchTo(two.version);
  for (const { id } of before) expect(await untilState(id, 'stopped')).toMatchObject({ exit: { by: 'policy' } });
  await until(async () => (await list()).filter(({ state }) => state === 'running').length === 2);
  const [first] = await list();
  expect(await ask(addressOf(first as never))).toBe('hello 2.0');
});

test('two switches at once end where the last one points', async () => {
  const { deploy, policy, switchTo, list } = await startHosting();
  const one = await deploy(nodeBuild(), '1.0');
  const two = await deploy(nodeBuild(helloAgain), '2.0');
  await policy({ server_count: 1, on_version_switch: 'stop' });
  await Promise.all([switchTo(one.version), switchTo(two.version)]);
  await until(async () => {
    const all = await list();
    return all.length === 1 && all[0]?.state === 'running' && all[0].version === two.version;
  });
});

test('while old servers have players they drain; they end when the last one leaves', async () => {
  const { deploy, policy, switchTo, list, untilState, client, place } = await startHosting();
  const stay = `
    require('node:net').createServer((s) => { s.on('error', () => {}); s.write('hi'); }).listen(+process.env.PORT, '127.0.0.1');
  `;
  const one = await deploy(nodeBuild(stay), '1.0');
  const two = await deploy(nodeBuild(`// two${stay}`), '2.0');
  await policy({ server_count: 1, on_version_switch: 'drain' });
  await switchTo(one.version);
  await until(async () => (await list())[0]?.state === 'running');
  const [old] = await list();
  const player = connect(addressOf(old as never).port, '127.0.0.1');
  await new Promise((resolve) => player.once('data', resolve));
  const total = async () => (await client.getGame({ params: { game_id: place.gameId } })).game.total_player_count;
  await until(async () => (await total()) === 1);
  await switchTo(two.version);
  await until(async () => (await list()).some(({ version, state }) => version === two.version && state === 'running'));
  expect(await untilState(old?.id ?? '', 'draining')).toMatchObject({ players: { now: 1 } });
  player.destroy();
  expect(await untilState(old?.id ?? '', 'stopped')).toMatchObject({ exit: { by: 'policy' } });
  expect(await total()).toBe(0);
});

test('nothing is left of servers when the service ends', async () => {
  const { deploy, create, untilState, server } = await startHosting();
  const tree = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { detached: true });
    require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1', () => require('node:fs').writeFileSync('pids', process.pid + ' ' + child.pid));
  `;
  const { build } = await deploy(nodeBuild(tree));
  const { id } = await create(build);
  await untilState(id, 'running');
  const pids = (await readFile(`${server.dataFolder}/servers/${id}/pids`, 'utf8')).split(' ').map(Number);
  expect(await Promise.all(pids.map(isRunning))).toEqual([true, true]);
  await server.close();
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
});
