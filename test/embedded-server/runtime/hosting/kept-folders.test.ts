// Folders that outlive their servers, with real servers that write worlds: behind a wall, and without one.
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { messageFor, textOf } from '../../../../src-shared/text/message.ts';
import { addressOf, type Files, hello, helloServer, hostingForAll } from '../../../support/hosting.ts';
import { rounds } from '../../../support/soak.ts';
import { until } from '../../../support/until.ts';

const withoutWall = async () =>
  ({ isThere: false, why: 'this test forbids it', remedy: messageFor('isolation.do-install-tools') }) as const;
const behindWall = hostingForAll();
const machines: [string, typeof behindWall][] = [
  ['behind a wall', behindWall],
  ['without a wall', hostingForAll({ findWall: withoutWall })],
];

/** Lets whoever says something stay. */
const letsStay = helloServer.replace(
  ".end('hello ' + process.env.SLIPWAY_VERSION)",
  ".on('data', () => clearTimeout(socket.bye)).bye = setTimeout(() => socket.end('hello ' + process.env.SLIPWAY_VERSION), 100)",
);

/** Adds a line to its world at each start, and a file beside it that nobody keeps. Says all worlds that it finds. */
const writes = (name: string) => `
const fs = require('node:fs');
fs.appendFileSync('world/days', '${name} ');
fs.appendFileSync('game/saved/days', '${name} ');
fs.writeFileSync('scratch-${name}', '');
console.log('days: ' + fs.readFileSync('world/days') + '| ' + fs.readFileSync('game/saved/days') + '| ' + fs.readdirSync('.').filter((one) => one.startsWith('scratch')));
process.env.SLIPWAY_VERSION = fs.readFileSync('world/days', 'utf8').trim();
${letsStay}`;

function worldBuild(name: string, change: Files = {}): Files {
  const manifest = { program: 'server.js', keep: ['./world/', 'game/saved'], ports: { game: { protocol: 'tcp' } } };
  return {
    'slipway.json': JSON.stringify(manifest),
    'server.js': writes(name),
    'world/days': 'built ',
    'world/map': name,
    ...change,
  };
}

async function startKeeping(open: typeof behindWall, server_count = 1) {
  const hosting = await open();
  const namespace_id = hosting.params.environment_id;
  const kept = path.join(hosting.server.dataFolder, 'kept', namespace_id);
  const first = await hosting.deploy(worldBuild('first'), 'first');
  await hosting.switchTo(first.version);
  await hosting.policy({ server_count, on_version_switch: 'stop' });
  const running = async (version: string, count = 1) => {
    const found = async () =>
      (await hosting.list()).filter((one) => one.version === version && one.state === 'running');
    await until(async () => (await found()).length === count, `${count} of ${version} to run`);
    return await found();
  };
  const [server] = await running(first.version, server_count);
  if (server === undefined) throw new Error('no server');
  const world = (slot: number) => readFile(path.join(kept, String(slot), 'files/world/days'), 'utf8');
  return { ...hosting, kept, first, running, server, world };
}

test.each(machines)('%s a world is there after a restart, a switch, and the end of all servers', async (_, open) => {
  const { deploy, switchTo, policy, list, running, server, world, first, client, params } = await startKeeping(open);
  expect(await hello(addressOf(server).port)).toBe('hello built first');
  await client.restartServer({ params: { ...params, server_id: server.id }, body: {} });
  await until(async () => (await list()).some(({ id, state }) => id !== server.id && state === 'running'));
  expect(await world(1)).toBe('built first first ');
  const second = await deploy(worldBuild('second'), 'second');
  await switchTo(second.version);
  const [next] = await running(second.version);
  expect(await hello(addressOf(next ?? server).port)).toBe('hello built first first second');
  await policy({ server_count: 0 });
  await until(async () => (await list()).length === 0);
  expect(await world(1)).toBe('built first first second ');
  await switchTo(first.version);
  await policy({ server_count: 1 });
  const [last] = await running(first.version);
  const { lines } = await client.readServerLog({ params: { ...params, server_id: last?.id ?? '' }, query: {} });
  const said = lines.map(({ text }) => text).find((text) => text.startsWith('days'));
  const days = 'first first second first';
  expect(said, 'the build had nothing at the other place').toBe(`days: built ${days} | ${days} | scratch-first`);
});

test('each server of a namespace has a world of its own, and one that replaces it waits for it', async () => {
  const { deploy, switchTo, running, world, kept, list, client, params } = await startKeeping(behindWall, 2);
  expect((await readdir(kept)).toSorted()).toEqual(['1', '2']);
  expect([await world(1), await world(2)]).toEqual(['built first ', 'built first ']);
  const second = await deploy(worldBuild('second'), 'second');
  await switchTo(second.version);
  const servers = await running(second.version, 2);
  expect([await world(1), await world(2)]).toEqual(['built first second ', 'built first second ']);
  expect(await readdir(kept)).toHaveLength(2);
  for (const server of servers) {
    const { lines } = await client.readServerLog({ params: { ...params, server_id: server.id }, query: {} });
    expect(lines.map(({ text }) => text).join('\n')).toMatch(/Waits for server \w{8} to end, which has the kept/);
  }
  expect(await list()).toHaveLength(2);
});

test('a version that does not start gives the world back to the one before', async () => {
  const { deploy, switchTo, policy, running, world, first } = await startKeeping(behindWall);
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'never' });
  const broken = await deploy(worldBuild('broken', { 'server.js': 'process.exit(1);' }), 'broken');
  await switchTo(broken.version);
  await until(async () => (await world(1)) === 'built first first ', 'the first version to run again');
  await running(first.version);
});

test('a build with a link at its place is refused, and a folder that went away is not made again', async () => {
  const { deploy, create, untilState, kept, policy, list, server } = await startKeeping(behindWall);
  const link = await deploy(worldBuild('linked', { 'world/days': '', game: { link: 'world' } }));
  const refused = await untilState((await create(link.build)).id, 'failed', 'running');
  expect(refused.problem).toMatch(/"game\/saved" is to be kept, but is a file or a link in this build/);
  await policy({ server_count: 0 });
  await until(async () => (await list()).length === 0);
  const elsewhere = path.join(path.dirname(kept), 'a disk that went away');
  await mkdir(elsewhere);
  expect((await lstat(kept)).isDirectory()).toBe(true);
  await rename(kept, path.join(elsewhere, 'kept'));
  await symlink(path.join(elsewhere, 'gone'), kept);
  const again = await deploy(worldBuild('again'));
  const failed = await untilState((await create(again.build)).id, 'failed', 'running');
  expect(failed.problem).toMatch(/kept folders of this namespace in .* cannot be reached\. Connect the disk/);
  expect(await readdir(elsewhere)).toEqual(['kept']);
  await rm(kept);
  await rename(path.join(elsewhere, 'kept'), kept);
  expect(await readFile(path.join(kept, '1/files/world/days'), 'utf8')).toBe('built first ');
  expect(server.state).toBe('running');
});

test('a switch waits for players who are there, lets new ones in meanwhile, and says so in both logs and to who asked', async () => {
  const { deploy, switchTo, policy, list, running, server, client, params } = await startKeeping(behindWall);
  await policy({ server_count: 1, on_version_switch: 'drain', drain_limit: 600_000 });
  const { port } = addressOf(server);
  const player = connect(port, '127.0.0.1');
  player.write('hello\n');
  await until(async () => (await list()).some(({ id, players }) => id === server.id && players?.now === 1), 'a player');
  const second = await deploy(worldBuild('second'), 'second');
  await switchTo(second.version);
  const waiting = async () => (await list()).find(({ version, problem }) => version === second.version && problem);
  await until(async () => (await waiting()) !== undefined, 'the new server to say whom it waits for');
  expect(textOf((await waiting())?.problem ?? '')).toContain(`Waits for server ${server.id.slice(0, 8)}`);
  const drained = await client.readServerLog({ params: { ...params, server_id: server.id }, query: { limit: 50 } });
  expect(drained.lines.map(({ text }) => text).join(' ')).toContain('waits for the kept folders of this one');
  expect(await hello(port), 'nobody is turned away').toContain('hello');
  player.destroy();
  const [next] = await running(second.version);
  expect(next?.problem).toBeUndefined();
});

test('each world stays at its address over switches and restarts', async () => {
  const { deploy, switchTo, running, kept, client, params } = await startKeeping(behindWall, 2);
  for (const slot of [1, 2]) await writeFile(path.join(kept, String(slot), 'files/world/days'), `world-${slot} `);
  const worlds = async (version: string) => {
    const servers = await running(version, 2);
    const told = await Promise.all(servers.map(async (one) => [addressOf(one).port, await hello(addressOf(one).port)]));
    return Object.fromEntries(told.map(([port, text]) => [port, /world-\d/.exec(String(text))?.[0]]));
  };
  const second = await deploy(worldBuild('second'), 'second');
  await switchTo(second.version);
  const known = await worlds(second.version);
  expect(Object.values(known).toSorted()).toEqual(['world-1', 'world-2']);
  for (const name of ['third', 'fourth', 'fifth'].slice(0, rounds(1, 3))) {
    const next = await deploy(worldBuild(name), name);
    await switchTo(next.version);
    expect(await worlds(next.version), name).toEqual(known);
  }
  const { servers } = await client.listServers({ params, query: {} });
  await Promise.all(servers.map(({ id }) => client.restartServer({ params: { ...params, server_id: id }, body: {} })));
  const [one] = servers;
  expect(await worlds(one?.version ?? ''), 'after restarts at once').toEqual(known);
});

test('what is wrong with a build is seen before the running server makes room for its successor', async () => {
  const { deploy, switchTo, list, server, world } = await startKeeping(behindWall);
  const manifest = { program: 'server.js', keep: ['world'], ports: { game: { protocol: 'tcp' } } };
  const wrong: [string, object][] = [
    ['a file is kept', { ...manifest, keep: ['world', 'server.js'] }],
    ['a port is not there', { ...manifest, arguments: ['--query', '{port:query}'] }],
  ];
  for (const [name, json] of wrong) {
    const next = await deploy(worldBuild('next', { 'slipway.json': JSON.stringify(json) }), name);
    await switchTo(next.version);
    const failed = async () =>
      (await list(true)).filter(({ version, state }) => version === next.version && state === 'failed');
    await until(async () => (await failed()).length > 0, `${name} to fail`);
    expect((await list()).find(({ id }) => id === server.id)?.state, name).toBe('running');
  }
  expect(await world(1)).toBe('built first ');
});
