// The timeline over the bridge: real players on a real server, real switches, a service that goes away and comes back.
import { once } from 'node:events';
import net from 'node:net';
import { join as joined } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { TimelineView } from '../../../../src-shared/namespaces/timeline.ts';
import { coreForAll, startTestCore } from '../../../support/core.ts';
import { startCoreProcess } from '../../../support/core-process.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { addressOf, helloServer, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

/** The slow answer has come by then, and would have been drawn. */
const LATE_MS = 2000;

/** Holds its players, and crashes when one says so. */
const holding = helloServer.replace(
  ".end('hello ' + process.env.SLIPWAY_VERSION)",
  ".on('data', (text) => String(text) === 'crash' && process.exit(3))",
);

const openHosting = hostingForAll();
const openCore = coreForAll({ askEvery: 50, countEvery: 100 });

async function startTimeline(through: (url: string) => Promise<string> = async (url) => url, open = openCore) {
  const hosting = await openHosting();
  const core = await open();
  const url = await through(hosting.server.url);
  const added = await core.client.call('instances.add', { url, token: hosting.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const place = { instance_id: added.instance_id, ...hosting.namespace };
  await core.whenState(place.instance_id, 'connected');
  let view: TimelineView | undefined;
  core.client.subscribe('namespaces.timeline', { ...place, window: 'day' }, { next: (next) => (view = next) });
  const now = () => view?.points.at(-1)?.players;
  return { ...hosting, core, place, view: () => view, now };
}

async function join(host: string, port: number): Promise<net.Socket> {
  const socket = net.connect(port, host);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write('hello'); // who says nothing does not play
  return socket;
}

it('has the players of each version as they come and go, and what crashed', async () => {
  const { deploy, policy, list, switchTo, view, now } = await startTimeline();
  await policy({ server_count: 1, restart: 'never' });
  const { version } = await deploy(nodeBuild(holding), 'v1');
  await switchTo(version);
  await until(() => view()?.deployments?.at(-1)?.display_name === 'v1');
  expect(view()?.deployments).toMatchObject([{ version_id: version, is_rolled_back: false, crashes: 0 }]);
  await until(() => now() === 0);
  const running = async () => (await list()).find(({ state }) => state === 'running');
  await until(async () => (await running()) !== undefined, 'a server of v1');
  const found = await running();
  if (found === undefined) throw new Error('It ended in the meantime');
  const { host, port } = addressOf(found);
  const players = await Promise.all([join(host, port), join(host, port)]);
  await until(() => now() === 2);
  expect(view()?.deployments?.at(-1)?.peak).toBe(2);
  players[0]?.write('crash');
  await until(() => now() === 0);
  await until(() => view()?.deployments?.at(-1)?.crashes === 1);
  expect(view()?.deployments?.at(-1)?.peak).toBe(2);
});

it('counts the first players at once, though many that come and go are counted once in a while', async () => {
  const { deploy, create, untilState, now } = await startTimeline(undefined, () =>
    startTestCore({ askEvery: 50, countEvery: 3_600_000 }),
  );
  const { build } = await deploy(nodeBuild(holding), 'v1');
  await until(() => now() === 0);
  const { id } = await create(build, { network: { ports: { game: { protocol: 'tcp' } } } });
  const { host, port } = addressOf(await untilState(id, 'running'));
  const player = await join(host, port);
  await until(() => now() === 1);
  player.destroy();
  await until(() => now() === 0);
});

it('notes every few seconds that players play on, which a kill leaves', async () => {
  const { deploy, create, untilState, server } = await openHosting();
  const { build } = await deploy(nodeBuild(holding), 'v1');
  const { id } = await create(build, { network: { ports: { game: { protocol: 'tcp' } } } });
  const { host, port } = addressOf(await untilState(id, 'running'));
  const folder = await makeTempFolder();
  const first = await startCoreProcess(folder, folder);
  const added = await first.client.call('instances.add', { url: server.url, token: server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await first.whenConnected(added.instance_id);
  const records = new DatabaseSync(joined(folder, 'app.db'), { readOnly: true });
  onTestFinished(() => records.close());
  const countedAt = () =>
    Number(records.prepare("SELECT at FROM player_counts WHERE players = 1 AND namespace_id = ''").get()?.['at']);
  const seenUntil = () => Number(records.prepare('SELECT max(seen_until) AS seen FROM player_spans').get()?.['seen']);
  await join(host, port);
  await until(() => countedAt() > 0);
  await until(() => seenUntil() > countedAt());
  await first.kill();
  expect(seenUntil()).toBeGreaterThan(countedAt());
});

it('says that nothing was deployed until something is, and then not even of what did not run yet', async () => {
  const { deploy, switchTo, view } = await startTimeline();
  const { version } = await deploy(nodeBuild(), 'v1');
  await until(() => view()?.never_deployed === true);
  expect(view()?.deployments).toMatchObject([{ is_none: true }]);
  expect(view()?.deployments?.[0]).not.toHaveProperty('ran_ms');
  await switchTo(version);
  await until(() => view()?.deployments?.at(-1)?.display_name === 'v1');
  expect(view()).not.toHaveProperty('never_deployed');
  expect(view()?.deployments).toMatchObject([{ version_id: version, ran_ms: 0 }]);
});

it('has what was rolled back marked, and never offers it to go back to', async () => {
  const { deploy, switchTo, view, game, core, place } = await startTimeline();
  const previous = async () => (await core.client.call('namespaces.history', place)).previous;
  const { version } = await deploy(nodeBuild(), 'v1');
  const before = game.versions[0]?.version_id ?? '';
  const count = () => view()?.deployments?.length;
  await switchTo(version);
  await until(() => view()?.deployments?.at(-1)?.display_name === 'v1');
  expect(view()).not.toHaveProperty('roll_back');
  await switchTo(before);
  await until(() => count() === 2);
  expect(view()).not.toHaveProperty('roll_back');
  expect(await previous()).toBeUndefined();
  await expect(core.client.call('namespaces.rollBack', place)).rejects.toMatchObject({ code: 'NOTHING_TO_ROLL_BACK' });
  await switchTo(version);
  await until(() => count() === 3);
  expect(view()?.deployments?.map((deployment) => deployment.is_rolled_back)).toEqual([true, false, false]);
});

it('does not know who played before it looked, nor while the instance was away', async () => {
  const proxies: Awaited<ReturnType<typeof startFaultProxy>>[] = [];
  const { view, now, core, place } = await startTimeline(async (url) => {
    const proxy = await startFaultProxy(url);
    proxies.push(proxy);
    return proxy.url;
  });
  await until(() => now() === 0);
  const first = view()?.points[0];
  expect(first).toMatchObject({ at: view()?.from, players: null });
  proxies[0]?.offline();
  await core.whenState(place.instance_id, 'reconnecting');
  proxies[0]?.heal();
  await core.whenState(place.instance_id, 'connected');
  await until(() => now() === 0);
});

it('knows of no players of a namespace before it was made, although nobody played the game', async () => {
  const { client, params, game, core, place, now } = await startTimeline();
  await until(() => now() === 0);
  await sleep(50); // nobody is known to play for some time by then
  const [first] = game.versions;
  const body = { display_name: 'Lobby', name_id: 'lobby', version_id: first?.version_id ?? '' };
  const { namespace_id } = await client.createNamespace({ params: { game_id: params.game_id }, body });
  const { namespace } = await client.getNamespace({ params: { game_id: params.game_id, namespace_id } });
  let points: TimelineView['points'] = [];
  const lobby = { ...place, namespace_id, window: 'day' } as const;
  core.client.subscribe('namespaces.timeline', lobby, { next: (next) => (points = next.points) });
  await until(() => points.at(-1)?.players === 0);
  const known = points.filter(({ players }) => players !== null);
  expect(known[0]?.at).toBeGreaterThanOrEqual(Date.parse(namespace.create_ts));
});

it('keeps what the newest read of the history said, however late an older one is', async () => {
  const proxies: Awaited<ReturnType<typeof startFaultProxy>>[] = [];
  const { deploy, switchTo, view } = await startTimeline(async (url) => {
    const proxy = await startFaultProxy(url);
    proxies.push(proxy);
    return proxy.url;
  });
  const [first, second] = [await deploy(nodeBuild(), 'v1'), await deploy(nodeBuild(), 'v2')];
  await switchTo(first.version);
  await until(() => view()?.deployments?.at(-1)?.display_name === 'v1');
  const histories = () => proxies[0]?.requests.filter(({ path }) => path.includes('version-history')).length ?? 0;
  const before = histories();
  proxies[0]?.fail({ times: 1, match: /version-history/, fault: { kind: 'slow', bytesPerSecond: 1000 } });
  await switchTo(second.version);
  await until(() => histories() > before);
  await switchTo(first.version);
  await until(() => view()?.deployments?.length === 3);
  await sleep(LATE_MS);
  expect(view()?.deployments?.map(({ display_name: name }) => name)).toEqual(['v1', 'v2', 'v1']);
});

it('has what did not start, apart from what crashed, also of an instance that tells neither', async () => {
  const { deploy, policy, switchTo, view } = await startTimeline(async (url) => {
    const proxy = await startFaultProxy(url);
    proxy.fail({ match: /version-history/, fault: { kind: 'status', status: 200, body: '{"versions":[]}' } });
    return proxy.url;
  });
  await policy({ server_count: 1, restart: 'never' });
  const { version } = await deploy({ 'slipway.json': JSON.stringify({ program: 'missing', ports: {} }) }, 'v1');
  await switchTo(version);
  await until(() => view()?.deployments?.at(-1)?.failed_starts === 1, 'the mark');
  expect(view()?.deployments?.at(-1)).toMatchObject({ version_id: version, crashes: 0 });
});

it('says nothing of crashes where neither the history nor the servers tell of them', async () => {
  const id = '7c1e04b2-0000-4000-8000-000000000001';
  const outcome = { is_running: true, rolled_back: false }; // as of what an older Slipway switched to
  const entry = { namespace_id: id, version_id: id, deploy_ts: new Date().toISOString(), outcome };
  const { view } = await startTimeline(async (url) => {
    const proxy = await startFaultProxy(url);
    const body = JSON.stringify({ versions: [entry] });
    proxy.fail({ match: /version-history/, fault: { kind: 'status', status: 200, body } });
    proxy.fail({ match: /\/servers\?/, fault: { kind: 'status', status: 500 } });
    return proxy.url;
  });
  await until(() => view()?.deployments?.length === 1);
  expect(view()?.deployments).toMatchObject([{ version_id: id, is_rolled_back: false }]);
  expect(view()?.deployments?.[0]).not.toHaveProperty('crashes');
});

it('of an instance with the eleven calls alone has the versions, and says that it has no players of one namespace', async () => {
  const { view, core, place, namespace, switchTo, client } = await startTimeline(
    async (url) => (await startElevenRemote(url)).url,
  );
  await core.client.call('games.pin', { instance_id: place.instance_id, game_id: namespace.game_id });
  const made = await client.createVersion({
    params: { game_id: namespace.game_id },
    body: { display_name: 'v2', config: {} },
  });
  await switchTo(made.version_id);
  await until(() => view()?.deployments?.at(-1)?.display_name === 'v2');
  expect(view()?.tells_players).toBe(false);
  expect(view()?.points.every(({ players }) => players === null || players === 0)).toBe(true);
  expect(view()?.deployments?.at(-1)).not.toHaveProperty('crashes');
});
