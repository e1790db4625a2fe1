// `slipway nodes`: lists, drains, resumes, and says how to add one, against nodes that are only said to be there.
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { NodeList } from '../../../src-shared/service/nodes.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { fixedNodes } from '../../support/fixed-nodes.ts';
import { nodeBuild } from '../../support/hosting.ts';
import { endHosts, processFleet } from '../../support/process-fleet.ts';
import { ownPorts } from '../../support/service.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

// A dozen commands, each with a start of its own.
vi.setConfig({ testTimeout: 60_000 });

it('lists, drains and resumes a node by its name, and prints what to type to add one', async () => {
  const { run } = await startServing({ fleet: { driver: fixedNodes('east', 'west') } });
  const listed = async () => JSON.parse((await run('nodes', '--json')).stdout) as NodeList;
  const { stdout } = await run('nodes');
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NODE', 'STATE', 'REGION', 'ADDRESS', 'CPU', 'MEMORY', 'SERVERS', 'PLAYERS'],
    ['east', 'ready', 'eu', '10.0.0.2', '0 of 4', '0 of 8192 MB', '0', '0'],
    ['west', 'ready', 'eu', '10.0.0.2', '0 of 4', '0 of 8192 MB', '0', '0'],
    [''],
  ]);
  expect(await run('nodes', 'drain', 'west', '--limit', '30m')).toEqual({
    code: 0,
    stdout: 'west takes no new servers. Nothing runs on it.\n',
    stderr: '',
  });
  const west = (await listed()).nodes.find(({ name }) => name === 'west');
  const left = Date.parse(west?.drain?.end_ts ?? '') - Date.now();
  expect(left).toBeGreaterThan(29 * 60_000);
  expect(left).toBeLessThan(30 * 60_000);
  expect((await run('nodes', 'list')).stdout).toMatch(/^west +drained/m);
  expect(await run('nodes', 'drain', 'west', '--limit', '1w'), 'in weeks, as tokens take it').toMatchObject({
    code: 0,
  });
  expect(await run('nodes', 'resume', west?.id ?? '')).toMatchObject({ stdout: 'west takes new servers again.\n' });
  expect((await listed()).nodes.map(({ state }) => state)).toEqual(['ready', 'ready']);
  const added = await run('nodes', 'add');
  expect(added.stdout).toBe('docker swarm join --token SWMTKN-1-test 10.0.0.1:2377\n');
  expect(added.stderr).toContain('docker save localhost/slipway:1 | ssh NODE docker load');
  expect((await run('nodes', 'list', '--servers')).stdout).toBe(
    'NODE  SERVER  GAME  NAMESPACE  VERSION  STATE  PLAYERS\n',
  );
});

it('says in the list of servers on which node each runs', async () => {
  const folder = await makeTempFolder();
  const driver = processFleet(folder, ownPorts(), { nodes: ['east'] });
  onTestFinished(() => endHosts(driver));
  const { run, createGame } = await startServing({ fleet: { driver } });
  const where = ['--game', (await createGame()).name_id, '--namespace', 'prod'];
  const build = path.join(folder, 'build');
  await mkdir(build);
  for (const [name, content] of Object.entries(nodeBuild())) await writeFile(path.join(build, name), content as string);
  expect(await run('push', build, ...where, '--name', '1.0.0')).toMatchObject({ code: 0 });
  expect(await run('servers', 'create', ...where, '--wait', '30')).toMatchObject({ code: 0 });
  const [heading = '', line = ''] = (await run('servers', 'list', ...where)).stdout.split('\n');
  expect(heading.split(/ {2,}/)).toEqual(['ID', 'STATE', 'CREATED', 'ADDRESS', 'NODE']);
  expect(line).toMatch(/ running .* east$/);
  const { servers } = JSON.parse((await run('servers', 'list', '--json', ...where)).stdout) as { servers: Server[] };
  const { nodes } = JSON.parse((await run('nodes', '--json')).stdout) as NodeList;
  expect(servers.map(({ node }) => node)).toEqual(nodes.map(({ id, name }) => ({ id, name })));
});

it.each([
  [['drain', 'north'], 1, /^There is no node "north"/],
  [['drain'], 2, /^Say which node to drain/],
  [['drain', 'east', '--limit', 'soon'], 2, /--limit takes 30m, 2h or 1d, not "soon"/],
  [['drain', 'east', '--limit', '1h', '--now'], 2, /do not go together/],
  [['empty'], 2, /^Say what to do: list, drain, resume, add/],
])('%j ends with %i and a sentence', async (words, code, sentence) => {
  const { run } = await startServing({ fleet: { driver: fixedNodes('east') } });
  expect(await run('nodes', ...words)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
});

it('has the machine of a service without a fleet as its one node, which cannot be drained', async () => {
  const { run } = await startServing();
  expect((await run('nodes')).stdout).toMatch(new RegExp(`^${hostname()} +ready`, 'm'));
  const refused = await run('nodes', 'drain', hostname());
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Start it with --fleet') });
});
