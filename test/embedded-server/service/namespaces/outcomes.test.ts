// What became of deployments, and which version a namespace goes back to: real servers, with the service's clock turned ahead.
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { addressOf, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

vi.setConfig({ testTimeout: 90_000 });

const MINUTE = 60_000;
/** Keeps who comes, as a game does. */
const keepsPlayers = `require('node:net').createServer((socket) => socket.on('error', () => {}).resume())
  .listen(Number(process.env.PORT_GAME), process.env.SLIPWAY_HOST);`;
const crashes = `process.exit(3);`;
/** Crashes when whoever came says so. */
const crashesWhenTold = keepsPlayers.replace(
  '.resume()',
  ".on('data', (said) => String(said) === 'crash' && process.exit(3))",
);

let ahead = 0;
const openHosting = hostingForAll({ now: () => Date.now() + ahead });

async function start() {
  const hosting = await openHosting();
  const { client, params, namespace, list } = hosting;
  const running = async (version: string) => {
    const find = async () => (await list()).find((server) => server.version === version && server.state === 'running');
    await until(async () => (await find()) !== undefined, 'a server that can be joined');
    const found = await find();
    if (found === undefined) throw new Error('It ended in the meantime');
    return found;
  };
  const game = async () => (await client.getGame({ params: { game_id: params.game_id } })).game;
  const goodOf = async () =>
    (await game()).namespaces.find(({ namespace_id: id }) => id === namespace.namespace_id)?.last_good;
  const history = async () => (await client.listVersionHistory({ params: namespace })).versions;
  const turn = (ms: number) => (ahead += ms);
  return { ...hosting, running, game, goodOf, history, turn };
}

/** Stays until it leaves. */
async function join(hosting: Awaited<ReturnType<typeof start>>, version: string): Promise<{ leave(): void }> {
  const { host, port } = addressOf(await hosting.running(version));
  const socket = connect(port, host);
  const talking = setInterval(() => socket.write('move'), 50);
  await until(async () => (await hosting.game()).total_player_count > 0, 'a player to be counted');
  const leave = () => {
    clearInterval(talking);
    socket.destroy();
  };
  return { leave };
}

/** Stays until it is counted as a player. */
async function play(hosting: Awaited<ReturnType<typeof start>>, version: string): Promise<void> {
  (await join(hosting, version)).leave();
}

it('goes back to the newest version that ran well, never to one that crashed in a loop or was rolled back', async () => {
  const hosting = await start();
  const { deploy, policy, switchTo, running, goodOf, history, turn, game } = hosting;
  await policy({ server_count: 1, on_version_switch: 'stop' });
  expect(await goodOf()).toEqual({});
  const first = await deploy(nodeBuild(`${keepsPlayers} // 1`), '1.0');
  await switchTo(first.version);
  await play(hosting, first.version);
  turn(6 * MINUTE);
  const second = await deploy(nodeBuild(`${keepsPlayers} // 2`), '1.1');
  await switchTo(second.version);
  const good = await goodOf();
  expect(good).toMatchObject({ version_id: first.version, ran_well: true });
  expect(good?.ran_ms).toBeGreaterThanOrEqual(6 * MINUTE);

  // Nobody plays on the second, so it ran, but not well: the first is still the one.
  await running(second.version);
  turn(20 * MINUTE);
  const bad = await deploy(nodeBuild(`${crashes} // 3`), '1.2');
  await switchTo(bad.version);
  // It is given up, and the namespace goes back by itself.
  await until(async () => (await history())[0]?.version_id === second.version, 'the way back');
  const [again, crashed, ran, well] = await history();
  expect(again).toMatchObject({ by: { kind: 'slipway' }, outcome: { is_running: true, rolled_back: false } });
  expect(crashed).toMatchObject({
    version_id: bad.version,
    by: { kind: 'owner' },
    outcome: { is_running: false, rolled_back: true, crash_loop: true, crashes: 4, ran_well: false, ran_ms: 0 },
  });
  expect(ran?.outcome).toMatchObject({
    is_running: false,
    rolled_back: false,
    crashes: 0,
    served: false,
    ran_well: false,
  });
  expect(ran?.outcome?.ran_ms).toBeGreaterThanOrEqual(20 * MINUTE);
  expect(well?.outcome).toMatchObject({ served: true, ran_well: true, crashes: 0 });

  const marks = (await game()).versions.find(({ version_id: id }) => id === bad.version)?.crashes;
  expect(marks).toEqual({ count: 4, last_ts: expect.any(String) });
  const { builds } = await hosting.client.listBuilds({ params: hosting.params });
  expect(builds.find(({ id }) => id === bad.build)?.crashes).toEqual(marks);
  expect(builds.find(({ id }) => id === first.build)?.crashes).toEqual({ count: 0 });

  expect(await goodOf()).toMatchObject({ version_id: first.version });
  await switchTo(first.version);
  // 1.1 was left for an older one that ran before, so it was rolled back; 1.2 crashed in a loop. Nothing is left.
  await running(first.version);
  expect((await history())[1]?.outcome).toMatchObject({ rolled_back: true });
  expect(await goodOf()).toEqual({});
});

it('goes back to the newest that ran long enough where nothing ran well, else to what ran longest', async () => {
  const { deploy, policy, switchTo, running, goodOf, turn } = await start();
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'never' });
  const ran: string[] = [];
  /** Runs the next version for so long, and switches away from it. */
  const runFor = async (minutes: number) => {
    const { version } = await deploy(nodeBuild(`${keepsPlayers} // ${ran.length}`), `0.${ran.length}`);
    await switchTo(version);
    await running(version);
    turn(minutes * MINUTE);
    return ran.push(version);
  };
  for (const minutes of [1, 3, 2, 0]) await runFor(minutes);
  expect(await goodOf()).toMatchObject({ version_id: ran[1], ran_well: false });
  for (const minutes of [9, 6, 0]) await runFor(minutes);
  expect(await goodOf()).toMatchObject({ version_id: ran[5], ran_well: false });
});

it('counts no time for which servers only drained', async () => {
  const hosting = await start();
  const { deploy, policy, switchTo, running, goodOf, turn } = hosting;
  await policy({ server_count: 1, on_version_switch: 'drain', drain_limit: 60 * MINUTE, restart: 'never' });
  const first = await deploy(nodeBuild(`${keepsPlayers} // 1`), '0.1');
  await switchTo(first.version);
  const player = await join(hosting, first.version);
  turn(MINUTE);
  const second = await deploy(nodeBuild(`${keepsPlayers} // 2`), '0.2');
  await switchTo(second.version);
  await running(second.version);
  turn(10 * MINUTE);
  player.leave();
  await until(
    async () => (await hosting.list()).every(({ version }) => version === second.version),
    'the last to leave',
  );
  const good = await goodOf();
  expect(good).toMatchObject({ version_id: first.version, ran_well: false });
  expect(good?.ran_ms).toBeLessThan(5 * MINUTE);
});

it('goes back to a newer version that ran without a crash rather than to one that crashed and ran well', async () => {
  const hosting = await start();
  const { deploy, policy, switchTo, running, goodOf, turn, list } = hosting;
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'back_off' });
  const first = await deploy(nodeBuild(crashesWhenTold), '0.1');
  await switchTo(first.version);
  await play(hosting, first.version);
  turn(6 * MINUTE);
  const { host, port } = addressOf(await running(first.version));
  connect(port, host)
    .on('error', () => {})
    .end('crash');
  await until(async () => (await list(true)).some(({ state }) => state === 'crashed'), 'the crash');
  const second = await deploy(nodeBuild(`${keepsPlayers} // 2`), '0.2');
  await switchTo(second.version);
  await running(second.version);
  expect(await goodOf()).toMatchObject({ version_id: first.version, ran_well: true });
  turn(6 * MINUTE);
  await switchTo((await deploy(nodeBuild(`${keepsPlayers} // 3`), '0.3')).version);
  expect(await goodOf()).toMatchObject({ version_id: second.version, ran_well: false });
});

it('goes back to what crashed in its first minutes where nothing else ran', async () => {
  const { deploy, policy, switchTo, running, goodOf, turn, list } = await start();
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'back_off' });
  const first = await deploy(nodeBuild(`${crashesWhenTold} // early`), '0.1');
  await switchTo(first.version);
  const { host, port } = addressOf(await running(first.version));
  turn(MINUTE);
  connect(port, host)
    .on('error', () => {})
    .end('crash');
  await until(async () => (await list(true)).some(({ state }) => state === 'crashed'), 'the crash');
  await switchTo((await deploy(nodeBuild(`setInterval(() => {}, 1000); // silent`), '0.2')).version);
  expect(await goodOf()).toMatchObject({ version_id: first.version, ran_well: false });
});

it('goes back to what ran at all where nothing ran well, with how long it ran', async () => {
  const { deploy, policy, switchTo, running, goodOf, turn, client, namespace, params } = await start();
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'never' });
  const first = await deploy(nodeBuild(`${keepsPlayers} // 1`), '0.1');
  await switchTo(first.version);
  await running(first.version);
  turn(3 * MINUTE);
  const second = await deploy(nodeBuild(`${keepsPlayers} // 2`), '0.2');
  const params010 = { params: { game_id: params.game_id } };
  const { watch } = await client.getGame(params010);
  const waits = client.getGame({ ...params010, query: { watch_index: watch.index } });
  await switchTo(second.version);
  await waits;
  const good = await goodOf();
  expect(good).toMatchObject({ version_id: first.version, ran_well: false });
  expect(good?.ran_ms).toBeGreaterThanOrEqual(3 * MINUTE);
  await running(second.version);
  // A build that is gone cannot run again.
  const old = (await client.listBuilds({ params })).builds.find(({ id }) => id === first.build);
  await client.deleteBuild({ params: { ...params, build_id: old?.id ?? '' } });
  await client.renameNamespace({ params: namespace, body: { display_name: 'Elsewhere' } });
  expect(await goodOf()).toEqual({});
});

it('counts no crash of servers that a person started by hand', async () => {
  const hosting = await start();
  const { deploy, policy, switchTo, running, goodOf, history, turn, game, create, untilState } = hosting;
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'back_off' });
  const first = await deploy(nodeBuild(crashesWhenTold), '1.0');
  await switchTo(first.version);
  await play(hosting, first.version);
  turn(6 * MINUTE);
  const kept = await running(first.version);
  for (let count = 0; count < 3; count += 1) {
    const { id } = await create(first.build, { network: { ports: { game: { protocol: 'tcp' } } } });
    const { host, port } = addressOf(await untilState(id, 'running'));
    connect(port, host)
      .on('error', () => {})
      .end('crash');
    await untilState(id, 'crashed');
  }
  expect((await hosting.list()).map(({ id }) => id)).toEqual([kept.id]);
  const second = await deploy(nodeBuild(`${keepsPlayers} // 2`), '1.1');
  await switchTo(second.version);
  expect((await history())[1]?.outcome).toMatchObject({ crashes: 0, crash_loop: false, ran_well: true });
  expect(await goodOf()).toMatchObject({ version_id: first.version, ran_well: true });
  const versions = (await game()).versions.filter(({ version_id: id }) => id === first.version);
  expect(versions.map(({ crashes: marks }) => marks?.count)).toEqual([0]);
  const { builds } = await hosting.client.listBuilds({ params: hosting.params });
  expect(builds.find(({ id }) => id === first.build)?.crashes).toEqual({ count: 0 });
});

it('goes back to no version that never listened, though its server ran', async () => {
  const { deploy, policy, switchTo, list, goodOf } = await start();
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'never' });
  const ran = async (version: string) =>
    await until(
      async () =>
        (await list()).some((one) => one.version === version && ['starting', 'silent'].includes(one.state ?? '')),
      'its server to run',
    );
  const mute = await deploy(nodeBuild('setInterval(() => undefined, 1_000); // 1'), '0.1');
  await switchTo(mute.version);
  await ran(mute.version);
  const next = await deploy(nodeBuild('setInterval(() => undefined, 1_000); // 2'), '0.2');
  await switchTo(next.version);
  await ran(next.version);
  expect(await goodOf()).toEqual({});
});

it('counts the servers of a deployment that did not start, and keeps them apart from those that crashed', async () => {
  const { deploy, policy, switchTo, list, history, game, create, untilState } = await start();
  await policy({ server_count: 1, on_version_switch: 'stop', restart: 'never' });
  const missing = { 'slipway.json': JSON.stringify({ program: 'missing', ports: {} }) };
  const { version, build } = await deploy(missing, '0.1');
  const { id } = await create(build, {});
  await untilState(id, 'failed');
  await switchTo(version);
  await until(async () => (await list(true)).filter(({ state }) => state === 'failed').length === 2, 'its end');
  const told = async () => (await history()).find(({ version_id: of }) => of === version)?.outcome;
  await until(async () => (await told())?.failed_starts === 1, 'the count');
  expect(await told()).toMatchObject({ crashes: 0, ran_ms: 0 });
  const marks = (await game()).versions.find(({ version_id: of }) => of === version);
  expect(marks).toMatchObject({ failed_starts: 1, crashes: { count: 0 } });
});
