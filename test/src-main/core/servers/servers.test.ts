// Servers over the bridge: real ones on a real service, followed, changed and read as the window does it.
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ActivityRow } from '../../../../src-shared/activity/bridge.ts';
import type { LogNews, ServerDetail, ServersState } from '../../../../src-shared/servers/bridge.ts';
import type { ServerUsage } from '../../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { addressOf, anyResources, helloServer, hostInOwnGame, nodeBuild } from '../../../support/hosting.ts';
import { startTestService } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';

/** A core with a service as its remote. */
async function connect(through?: (url: string) => Promise<string>) {
  const service = await startTestService();
  const url = through === undefined ? service.server.url : await through(service.server.url);
  const core = await startTestCore({ askEvery: 50 });
  const added = await core.client.call('instances.add', { url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const { instance_id } = added;
  await core.whenState(instance_id, 'connected');
  return { service, core, instance_id };
}

const connected = startOnce(connect);

async function startWithServers(to?: ReturnType<typeof connect>) {
  const { service, core, instance_id } = await (to ?? connected());
  const hosting = await hostInOwnGame(service);
  const place = { instance_id, ...hosting.namespace };
  return { ...hosting, core, bridge: core.client, place };
}

const body = (build: string) => ({
  datacenter: 'local',
  tags: { mode: 'conquest' },
  runtime: { build },
  network: { ports: {} },
  resources: anyResources,
});
const chatty = `${helloServer}\nlet n = 0; setInterval(() => console.log('tick ' + (n += 1)), 20);
console.error('WARN: low on wind');`;

describe('the servers of a namespace', () => {
  it('come as they are, change as they change, and stay for a while when they have ended', async () => {
    const { bridge, place, deploy, core } = await startWithServers();
    const { build, version } = await deploy(nodeBuild());
    let servers: Server[] = [];
    let state: ServersState = {};
    bridge.subscribe('servers', place, { next: (next) => (servers = next) });
    bridge.subscribe('servers.state', place, { next: (next) => (state = next) });
    const { server_id: id } = await bridge.call('servers.create', { ...place, body: body(build) });
    await until(() => servers[0]?.state === 'running');
    expect(servers).toMatchObject([{ id, version, tags: { mode: 'conquest' }, players: { now: 0 } }]);
    expect(state).toEqual({ fresh_at: expect.any(Number) });
    await bridge.call('servers.stop', { ...place, server_id: id, grace_ms: 0 });
    await until(() => servers[0]?.state === 'stopped');
    expect(servers[0]?.exit).toMatchObject({ by: 'you' });
    expect(core.instances().some((one) => one.id === place.instance_id)).toBe(true);
  });

  it('are counted for who restarts their instance, while they live', async () => {
    const { bridge, place, deploy } = await startWithServers();
    const { build } = await deploy(nodeBuild());
    const running = () => bridge.call('instances.running', { instance_id: place.instance_id });
    expect(await running()).toEqual({ servers: 0, players: 0 });
    const { server_id } = await bridge.call('servers.create', { ...place, body: body(build) });
    expect(await running()).toEqual({ servers: 1, players: 0 });
    await bridge.call('servers.stop', { ...place, server_id, grace_ms: 0 });
    await until(async () => (await running()).servers === 0);
  });

  it('are made of any build of the game, those of their own namespace first', async () => {
    const { bridge, place, deploy, client, namespace } = await startWithServers();
    const { build } = await deploy(nodeBuild());
    const { game } = await client.getGame({ params: { game_id: namespace.game_id } });
    const other = game.namespaces.find(({ namespace_id: id }) => id !== namespace.namespace_id);
    if (other === undefined) throw new Error('a game has two namespaces');
    const there = { ...place, namespace_id: other.namespace_id };
    const { builds } = await bridge.call('servers.choices', there);
    expect(builds).toMatchObject([{ id: build, state: 'complete' }]);
    const { server_id: id } = await bridge.call('servers.create', { ...there, body: body(build) });
    let servers: Server[] = [];
    bridge.subscribe('servers', there, { next: (next) => (servers = next) });
    await until(() => servers.some((server) => server.id === id && server.state === 'running'));
  });

  it('that is to end says until when it may live', async () => {
    const { bridge, place, deploy } = await startWithServers();
    const { build } = await deploy(nodeBuild(helloServer.replace('process.exit(0)', '0')));
    let servers: Server[] = [];
    bridge.subscribe('servers', place, { next: (next) => (servers = next) });
    const target = { ...place, ...(await bridge.call('servers.create', { ...place, body: body(build) })) };
    await until(() => servers[0]?.state === 'running');
    const before = Date.now();
    await bridge.call('servers.stop', { ...target, grace_ms: 60_000 });
    await until(() => servers[0]?.ends_by !== undefined);
    expect(servers[0]?.state).toBe('stopping');
    expect(servers[0]?.ends_by).toBeGreaterThanOrEqual(before + 60_000);
    await bridge.call('servers.stop', { ...target, grace_ms: 0 });
    await until(() => servers[0]?.state === 'stopped');
    expect(servers[0]).not.toHaveProperty('ends_by');
  });

  it('tell what they use only while somebody looks, and count as one call of the activity', async () => {
    const { bridge, place, deploy } = await startWithServers();
    const { build } = await deploy(nodeBuild());
    const { server_id: id } = await bridge.call('servers.create', { ...place, body: body(build) });
    let calls: ActivityRow[] = [];
    bridge.subscribe('activity', {}, { next: (rows) => (calls = rows) });
    let usage: ServerUsage[] = [];
    const stop = bridge.subscribe('servers.usage', place, { next: (next) => (usage = next) });
    await until(() => (usage[0]?.memory ?? 0) > 0);
    expect(usage[0]).toMatchObject({ id, over: [] });
    const usageCalls = () => calls.filter(({ path }) => path.includes(place.game_id) && path.endsWith('/usage'));
    await until(() => (usageCalls()[0]?.repeats ?? 0) > 1);
    expect(usageCalls()).toHaveLength(1);
    stop();
  });
});

describe('one server', () => {
  it('is seen from close by: its command, what it uses, what comes through its ports, and its network', async () => {
    const { bridge, place, deploy } = await startWithServers();
    const { build } = await deploy(nodeBuild());
    const target = { ...place, ...(await bridge.call('servers.create', { ...place, body: body(build) })) };
    const views: ServerDetail[] = [];
    bridge.subscribe('servers.detail', target, { next: (next) => void views.push(next) });
    const last = () => views.at(-1);
    await until(() => last()?.server?.state === 'running' && (last()?.points.length ?? 0) > 0);
    expect(last()?.inspection?.command).toContain('server.js');
    await bridge.call('servers.setNetwork', { ...target, network: { conditions: { latency_ms: 80 }, cut_ms: 60_000 } });
    await until(() => last()?.inspection?.network?.latency_ms === 80);
    expect(last()?.inspection?.cut_until).toBeGreaterThan(Date.now());
    await bridge.call('servers.setNetwork', { ...target, network: { cut_ms: 0 } });
    await until(() => last()?.inspection?.network === undefined);
    const { host, port } = addressOf(last()?.server as Server);
    const player = net.connect(port, host).on('error', () => undefined);
    player.write('hi');
    await until(() => last()?.inspection?.traffic['game']?.first_packet_at !== undefined);
    player.destroy();
    expect(last()?.inspection?.traffic['game']).toMatchObject({ connections_total: 1 });
  });

  it('is started again in the same way', async () => {
    const { bridge, place, deploy, untilState } = await startWithServers();
    const { build } = await deploy(nodeBuild());
    const target = { ...place, ...(await bridge.call('servers.create', { ...place, body: body(build) })) };
    await untilState(target.server_id, 'running');
    const { server_id: next } = await bridge.call('servers.restart', target);
    expect(next).not.toBe(target.server_id);
    expect(await untilState(next, 'running')).toMatchObject({ tags: { mode: 'conquest' } });
  });
});

describe('what a server writes', () => {
  it('is followed from its newest lines on, without a gap while it is slow, and can be read and searched', async () => {
    const { bridge, place, deploy } = await startWithServers();
    const { build } = await deploy(nodeBuild(chatty));
    const target = { ...place, ...(await bridge.call('servers.create', { ...place, body: body(build) })) };
    const news: LogNews[] = [];
    bridge.subscribe('servers.log', target, { next: (next) => void news.push(next) });
    await until(() => news.some(({ lines }) => lines.some(({ text }) => text === 'tick 40')));
    const seen = new Set(news.flatMap(({ lines }) => lines.map(({ number }) => number)));
    const most = Math.max(...seen);
    expect(seen.size).toBe(most);
    const page = await bridge.call('servers.readLog', { ...target, read: { from: 1, limit: 3 } });
    expect(page.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
    const found = await bridge.call('servers.searchLog', { ...target, search: { regex: 'tick 4\\d?$', limit: 2 } });
    expect(found.hits.map(({ line }) => line.text)).toEqual(['tick 4', 'tick 40']);
    const warned = await bridge.call('servers.searchLog', { ...target, search: { levels: ['warn'], limit: 10 } });
    expect(warned.hits.map(({ line }) => line.text)).toEqual(['WARN: low on wind']);
  });

  it('that comes faster than a window can read is shown by its newest lines', async () => {
    const { bridge, place, deploy } = await startWithServers();
    const flood = `for (let n = 0; n < 20000; n += 1) console.log('line ' + n);${helloServer}`;
    const { build } = await deploy(nodeBuild(flood));
    const target = { ...place, ...(await bridge.call('servers.create', { ...place, body: body(build) })) };
    const news: LogNews[] = [];
    bridge.subscribe('servers.log', target, { next: (next) => void news.push(next) });
    await until(() => news.at(-1)?.lines.some(({ text }) => text === 'ready') === true);
    expect(news.at(-1)?.extent?.count).toBeGreaterThan(20_000);
    for (const { lines } of news) expect(lines.length).toBeLessThanOrEqual(500);
  });
});

it('says in words what a remote with the eleven calls cannot do, and still reads one server', async () => {
  const { bridge, place, deploy, create } = await startWithServers(
    connect(async (url) => (await startElevenRemote(url)).url),
  );
  const { build } = await deploy(nodeBuild());
  const made = await create(build);
  let state: ServersState = {};
  bridge.subscribe('servers.state', place, { next: (next) => (state = next) });
  await until(() => state.problem !== undefined);
  expect(state.problem).toMatchObject({ code: 'NOT_OFFERED', message: expect.stringContaining('by its id') });
  const target = { ...place, server_id: made.id };
  let detail: ServerDetail | undefined;
  let news: LogNews | undefined;
  bridge.subscribe('servers.detail', target, { next: (next) => (detail = next) });
  bridge.subscribe('servers.log', target, { next: (next) => (news = next) });
  await until(() => detail?.server?.id === made.id);
  expect(detail).toMatchObject({ inspection: null, points: [] });
  expect(news).toMatchObject({ extent: null, problem: { code: 'NOT_OFFERED' } });
  const refused = [
    bridge.call('servers.create', { ...place, body: body(build) }),
    bridge.call('servers.stop', target),
    bridge.call('servers.restart', target),
    bridge.call('servers.setNetwork', { ...target, network: { cut_ms: 100 } }),
  ];
  for (const call of refused) await expect(call).rejects.toMatchObject({ code: 'NOT_OFFERED' });
});

it('changes nothing on an instance that is marked read-only', async () => {
  const { bridge, place, deploy } = await startWithServers(connect());
  const { build } = await deploy(nodeBuild());
  await bridge.call('instances.setReadOnly', { instance_id: place.instance_id, is_read_only: true });
  await expect(bridge.call('servers.create', { ...place, body: body(build) })).rejects.toMatchObject({
    code: 'INSTANCE_READ_ONLY',
  });
});
