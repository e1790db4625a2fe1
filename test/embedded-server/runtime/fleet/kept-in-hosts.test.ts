// Folders that outlive servers in hosts: brought to the host and back, copied while a server runs, and there again where a host is lost.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { KeptSnapshot } from '../../../../src-shared/service/kept.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { type Files, helloServer } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { isSoak } from '../../../support/soak.ts';
import { until } from '../../../support/until.ts';
import { awayWhile, fleetForAll } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 90_000 });

const often = { copyMs: 200 };
const openFleet = fleetForAll({ times: often, nodes: ['east', 'west'] });
/** Those of this one count as lost soon, also while its engine is away. */
const quick = { lostMs: 2_000, overMs: 200, lookMs: 100, beatMs: 500, ...often };
let isAway = false;
const openQuickFleet = fleetForAll({ times: quick, wrap: awayWhile(() => isAway) });

/** Adds a line to its world at each start, another where it is typed into, and one at its end. */
const writes = (name: string) => `
const fs = require('node:fs');
const add = (word) => fs.appendFileSync('world/days', word + ' ');
add('${name}');
fs.chmodSync('world/days', 0o640);
console.log('days: ' + fs.readFileSync('world/days'));
require('node:readline').createInterface({ input: process.stdin }).on('line', add);
process.on('SIGTERM', () => add('end'));
${helloServer}`;

function worldBuild(name: string): Files {
  const manifest = { program: 'server.js', keep: ['world'], ports: { game: { protocol: 'tcp' } } };
  return { 'slipway.json': JSON.stringify(manifest), 'server.js': writes(name), 'world/days': 'built ' };
}

async function startKeeping({ count = 1, open = openFleet } = {}) {
  const fleet = await open();
  const { deploy, switchTo, policy, list, folder, client, params, namespace, server: service } = fleet;
  const first = await deploy(worldBuild('first'), 'first');
  await switchTo(first.version);
  await policy({ server_count: count, on_version_switch: 'stop' });
  const running = async (others: readonly string[] = [], want = count): Promise<string[]> => {
    let ids: string[] = [];
    await until(async () => {
      const all = await list();
      ids = all.filter(({ state, id }) => state === 'running' && !others.includes(id)).map(({ id }) => id);
      return ids.length === want;
    }, `${want} servers to run`);
    return ids;
  };
  const none = async () => {
    await policy({ server_count: 0 });
    await until(async () => (await list()).length === 0, 'all to have ended');
  };
  const kept = path.join(service.dataFolder, 'kept', namespace.namespace_id);
  const world = (slot = 1) => readFile(path.join(kept, String(slot), 'files/world/days'), 'utf8');
  const type = (server_id: string, line: string) =>
    client.typeIntoServer({ params: { ...params, server_id }, body: { line } });
  const sets = async () => (await client.listKept({ params: namespace })).sets;
  const snapshots = async () => (await sets())[0]?.snapshots ?? [];
  const copy = { ...namespace, slot: '1' };
  const download = async (wanted: string) => {
    const { url } = await client.downloadKept({ params: copy, body: { path: wanted } });
    return await (await fetch(url)).text();
  };
  const hostOf = async (id: string): Promise<number> =>
    (JSON.parse(await readFile(path.join(folder, 'hosts', `${id}.json`), 'utf8')) as { pid: number }).pid;
  const all = { ...fleet, running, none, kept, world, type, sets, snapshots, set: copy, download, hostOf, first };
  return { ...all, ids: await running() };
}

test('a world goes from host to host over a restart, a switch, and the end of all servers', async () => {
  const { ids, running, none, world, client, params, deploy, switchTo, policy, first, lines, kept, folder } =
    await startKeeping();
  const [one = ''] = ids;
  await client.restartServer({ params: { ...params, server_id: one }, body: {} });
  const [two = ''] = await running([one]);
  expect(await world(), 'as it came back').toBe('built first end ');
  await switchTo((await deploy(worldBuild('second'), 'second')).version);
  await until(async () => (await running([one, two])).length === 1);
  const [three = ''] = await running([one, two]);
  const daysOf = async (id: string) => (await lines(id)).find((line) => line.startsWith('days: '));
  /** Its host sends what it writes a moment later than that it runs. */
  const said = async (id: string) => {
    await until(async () => (await daysOf(id)) !== undefined, 'its first line');
    return await daysOf(id);
  };
  expect(await said(three)).toBe('days: built first end first end second ');
  await none();
  expect(await world()).toBe('built first end first end second end ');
  expect((await readdir(path.join(kept, '1'))).toSorted()).toEqual(['files', 'snapshots']);
  await until(async () => (await readdir(path.join(folder, 'run'))).length === 0, 'nothing to be left on the node');
  await switchTo(first.version);
  await policy({ server_count: 1 });
  const [four = ''] = await running();
  expect(await said(four)).toBe('days: built first end first end second end first ');
  await none();
});

// That one waits for another shows a drained node as well, and worlds beside each other a service that is killed.
if (isSoak)
  test('each server has a world of its own, and one that replaces it waits for it', async () => {
    const { ids, running, none, world, deploy, switchTo, lines, kept } = await startKeeping({ count: 2 });
    await switchTo((await deploy(worldBuild('second'), 'second')).version);
    const next = await running(ids);
    const said = (await Promise.all(next.map(lines))).flat().join('\n');
    expect(said, 'the second may find the old one gone').toMatch(/Waits for server \w{8} to end, which has the kept/);
    await none();
    expect([await world(1), await world(2)]).toEqual(Array(2).fill('built first end second end '));
    expect((await readdir(kept)).toSorted()).toEqual(['1', '2']);
  });

// Which rule it is makes no difference, which all of them show in a soak.
test.each(isSoak ? (['drain', 'stop'] as const) : (['stop'] as const))(
  'what stands in for a server on a drained node waits for its world (%s)',
  async (rule) => {
    const { ids, running, none, client, policy, lines, kept, world } = await startKeeping();
    const [one = ''] = ids;
    await policy({ server_count: 1, on_version_switch: rule });
    const node = (await client.listNodes({})).nodes.find(({ servers }) => servers.some(({ id }) => id === one));
    const node_id = node?.id ?? '';
    await client.drainNode({ params: { node_id }, body: {} });
    onTestFinished(async () => void (await client.resumeNode({ params: { node_id }, body: {} })));
    const [two = ''] = await running([one]);
    const days = 'built first end first ';
    await until(async () => (await lines(two)).includes(`days: ${days}`), 'what was written before');
    expect((await lines(two)).join('\n')).toContain(
      `Waits for server ${one.slice(0, 8)} to end, which has the kept folders`,
    );
    await none();
    expect(await world()).toBe(`${days}end `);
    expect(await readdir(kept), 'one set alone').toEqual(['1']);
  },
);

test('what a server in a host has is listed, downloaded and snapshotted while it runs, and kept from who would change it', async () => {
  const { ids, none, client, set, type, sets, snapshots, download, world } = await startKeeping();
  const [id = ''] = ids;
  await type(id, 'typed');
  await until(async () => (await download('world/days').catch(() => '')) === 'built first typed ', 'a copy of it');
  expect(await sets()).toMatchObject([{ slot: 1, server_id: id, folders: [{ path: 'world', files: 1, bytes: 18 }] }]);
  await type(id, 'more');
  await until(
    async () => (await client.createKeptSnapshot({ params: set, body: {} })).snapshot.bytes === 23,
    'all of it',
  );
  const running = (await snapshots()).filter(({ reason }) => reason === 'from_node');
  expect(running).toMatchObject([{ while_running: true }]);
  const snapshot_id = running[0]?.snapshot_id ?? '';
  const inUse = /Server \w{8} uses the kept folders\. Stop/;
  await expect(client.deleteKeptSnapshot({ params: { ...set, snapshot_id } })).rejects.toThrow(inUse);
  await expect(client.emptyKept({ params: set, body: {} })).rejects.toThrow(inUse);
  await none();
  expect(await world()).toBe('built first typed more end ');
  const rest = await snapshots();
  expect(rest.every(({ reason }) => reason === 'asked')).toBe(true);
  const asked = rest.find(({ bytes }) => bytes === 23) as KeptSnapshot;
  await client.restoreKeptSnapshot({ params: { ...set, snapshot_id: asked.snapshot_id }, body: {} });
  expect(await world()).toBe('built first typed more ');
});

test('where a host is killed the next server goes on from the last copy, which is said', async () => {
  const { ids, running, hostOf, type, download, read, lines, none } = await startKeeping({ open: openQuickFleet });
  const [id = ''] = ids;
  await type(id, 'copied');
  await until(async () => (await download('world/days').catch(() => '')) === 'built first copied ', 'a copy of it');
  process.kill(await hostOf(id), 'SIGKILL');
  const [next = ''] = await running([id]);
  expect(textOf((await read(id)).problem ?? '')).toMatch(
    /^Its host on the node ended: .* Its kept folders go on from a copy of 1 min before\. If its node comes back/,
  );
  await until(async () => (await lines(next)).includes('days: built first copied first '), 'what it goes on from');
  await none();
});

test('what a host that was lost had written comes as a snapshot when it is back', async () => {
  const { ids, running, hostOf, type, download, snapshots, world, none, client, set } = await startKeeping({
    open: openQuickFleet,
  });
  const [id = ''] = ids;
  await type(id, 'copied');
  await until(async () => (await download('world/days').catch(() => '')) === 'built first copied ', 'a copy of it');
  const pid = await hostOf(id);
  isAway = true;
  process.kill(pid, 'SIGSTOP');
  onTestFinished(async () => {
    isAway = false;
    if (await isRunning(pid)) process.kill(pid, 'SIGCONT');
  });
  await running([id]);
  process.kill(pid, 'SIGCONT');
  await until(async () => (await processesOf(id)).length === 0, 'its own end');
  const late = async () =>
    (await snapshots()).filter(({ reason, while_running: isOfRun }) => reason === 'from_node' && !isOfRun);
  await until(async () => (await late()).length === 1, 'what it had');
  isAway = false;
  await none();
  expect(await world()).toBe('built first copied first end ');
  const [snapshot] = await late();
  await client.restoreKeptSnapshot({ params: { ...set, snapshot_id: snapshot?.snapshot_id ?? '' }, body: {} });
  expect(await world(), 'with its own end').toBe('built first copied end ');
});
