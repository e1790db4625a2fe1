// Hosts that go away: killed, or cut off from the service and back later. Their servers are told as lost, replaced, and never there twice.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FleetDriver } from '../../../../embedded-server/runtime/fleet/fleet-driver.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { addressOf, helloAgain, helloServer, nodeBuild } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { until } from '../../../support/until.ts';
import { awayWhile, fleetForAll } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 60_000 });

const quick = { lostMs: 1500, overMs: 200, lookMs: 100, straysMs: 500, beatMs: 250 };

/** What the engine of all these tests does at the moment. */
let isAway = false;
let isEngineAway = false;
const restarting = (driver: FleetDriver): FleetDriver => ({
  ...driver,
  start: async (order) => {
    if (isEngineAway) throw new AppError('FLEET_FAILED', 'fleet.engine-away', { engine: 'here', why: 'it restarts' });
    await driver.start(order);
  },
});
const openFleet = fleetForAll({ times: quick, wrap: (driver) => restarting(awayWhile(() => isAway)(driver)) });

/** Hosts that count as lost late. Its engine says of those that it is to start in silence that they are up, and starts none. */
const silenced = new Set<string>();
let isSilent = false;
const silently = (driver: FleetDriver): FleetDriver => ({
  ...driver,
  start: async (order) => {
    if (isSilent) silenced.add(order.server_id);
    else await driver.start(order);
  },
  look: async () => {
    const looks = new Map(await driver.look());
    for (const id of silenced) looks.set(id, { state: 'up' });
    return looks;
  },
  stop: async (id) => {
    if (!silenced.delete(id)) await driver.stop(id);
  },
});
const openPatientFleet = fleetForAll({
  times: { ...quick, lostMs: 30_000, lateMs: 300 },
  wrap: (driver) => restarting(silently(driver)),
});

async function startKept({ program, open = openFleet }: { program?: string; open?: typeof openFleet } = {}) {
  const fleet = await open();
  const { deploy, switchTo, policy, list, folder } = fleet;
  const { version } = await deploy(nodeBuild(program));
  await switchTo(version);
  await policy({ server_count: 1 });
  const running = async (others: readonly string[] = []): Promise<string> => {
    let id: string | undefined;
    await until(async () => {
      id = (await list()).find((server) => server.state === 'running' && !others.includes(server.id))?.id;
      return id !== undefined;
    }, 'a running server');
    return id ?? '';
  };
  const hostOf = async (id: string): Promise<number> =>
    (JSON.parse(await readFile(path.join(folder, 'hosts', `${id}.json`), 'utf8')) as { pid: number }).pid;
  return { ...fleet, running, hostOf };
}

/** Until it is said to be back, or the test ends. */
function takeEngineAway(): void {
  isAway = true;
  onTestFinished(() => void (isAway = false));
}

test('when a host is killed its server counts as ended, says why, and another one takes its place', async () => {
  const { running, hostOf, read } = await startKept({ open: openPatientFleet });
  const id = await running();
  process.kill(await hostOf(id), 'SIGKILL');
  const next = await running([id]);
  const lost = await read(id);
  expect(lost).toMatchObject({ state: 'stopped', exit: { by: 'slipway' } });
  expect(textOf(lost.problem ?? '')).toBe('Its host on the node ended: the process was gone.');
  await until(async () => (await processesOf(id)).length === 0, 'its program to be gone');
  expect(await processesOf(next)).toHaveLength(1);
});

test('a host that its engine stops says so of its server, and another one takes its place', async () => {
  const { running, hostOf, untilState } = await startKept({ open: openPatientFleet });
  const id = await running();
  process.kill(await hostOf(id), 'SIGTERM');
  const ended = await untilState(id, 'stopped');
  expect(ended).toMatchObject({ exit: { code: 0, by: 'slipway' } });
  expect(textOf(ended.problem ?? '')).toMatch(/^The container engine of its node stopped it/);
  await running([id]);
});

test('an engine that is away is said once, and once that it is back', async () => {
  const { log } = await openFleet();
  const before = log.length;
  takeEngineAway();
  const { running } = await startKept();
  const engine = () => log.slice(before).filter(({ message }) => message.startsWith('container engine'));
  const id = await running();
  expect(id).not.toBe('');
  await until(() => engine().length > 0, 'that it is away');
  await sleep(10 * quick.lookMs);
  expect(engine()).toMatchObject([{ level: 'error', message: 'container engine away' }]);
  isAway = false;
  await until(() => engine().length > 1, 'that it is back');
  await sleep(5 * quick.lookMs);
  expect(engine().map(({ message }) => message)).toEqual(['container engine away', 'container engine back']);
});

test('a host that is cut off is replaced, and ends what it runs when it is back', async () => {
  const { running, hostOf, read } = await startKept();
  const id = await running();
  const pid = await hostOf(id);
  takeEngineAway();
  process.kill(pid, 'SIGSTOP');
  onTestFinished(async () => {
    if (await isRunning(pid)) process.kill(pid, 'SIGCONT');
  });
  const next = await running([id]);
  expect(textOf((await read(id)).problem ?? '')).toMatch(/^Nothing was heard of its node for a while/);
  expect(await processesOf(id), 'nobody could end it').toHaveLength(1);
  process.kill(pid, 'SIGCONT');
  await until(async () => (await processesOf(id)).length === 0, 'its own end');
  expect(await processesOf(next)).toHaveLength(1);
});

test('a host that is away for a while costs nobody a server, and a call to it says so', async () => {
  const { running, hostOf, client, params } = await startKept({ open: openPatientFleet });
  const id = await running();
  const pid = await hostOf(id);
  const isAnswered = () =>
    client.typeIntoServer({ params: { ...params, server_id: id }, body: { line: 'there?' } }).then(
      () => true,
      (thrown: unknown) => {
        expect(thrown).toMatchObject({ code: 'FLEET_FAILED' });
        return false;
      },
    );
  expect(await isAnswered()).toBe(true);
  process.kill(pid, 'SIGSTOP');
  expect(await isAnswered()).toBe(false);
  process.kill(pid, 'SIGCONT');
  await until(isAnswered, 'it to be back');
  expect(await running()).toBe(id);
});

test('a host that is there and does not report is told soon, with where it has to report to', async () => {
  isSilent = true;
  onTestFinished(() => void (isSilent = false));
  const { deploy, create, untilSays, untilState, call, path: base } = await openPatientFleet();
  const { id } = await create((await deploy(nodeBuild())).build);
  const late = /^Its node has not reported yet\. .* does not reach this service at http:\/\/127\.0\.0\.1:\d+: /;
  expect(await untilSays(id, late)).toMatchObject({ state: 'preparing' });
  await call('DELETE', `${base}/servers/${id}`);
  await untilState(id, 'stopped');
});

test('while the engine is away a server waits for it, and no namespace gives its build up', async () => {
  isEngineAway = true;
  onTestFinished(() => void (isEngineAway = false));
  const { running, list } = await startKept({ open: openPatientFleet });
  await until(async () => textOf((await list())[0]?.problem ?? '').includes('it restarts'), 'it to be said');
  isEngineAway = false;
  await running();
  expect(await list(true)).toHaveLength(1);
});

test('on a switch a server in a host takes no new players, and ends when its last one left', async () => {
  const echo = `require('node:net').createServer((socket) => { socket.on('error', () => {}); socket.pipe(socket); }).listen(+process.env.PORT, process.env.SLIPWAY_HOST);`;
  const { deploy, switchTo, policy, running, read, untilState } = await startKept({
    program: echo,
    open: openPatientFleet,
  });
  const id = await running();
  const { host, port } = addressOf(await read(id));
  const player = connect(port, host);
  player.write('aboard');
  await once(player, 'data');
  await until(async () => (await read(id)).players?.now === 1, 'its player');
  await policy({ server_count: 1, on_version_switch: 'drain', drain_limit: 600_000 });
  await switchTo((await deploy(nodeBuild(helloAgain))).version);
  await untilState(id, 'draining');
  await running([id]);
  player.write('still aboard');
  await once(player, 'data');
  player.destroy();
  expect(await untilState(id, 'stopped')).toMatchObject({ exit: { by: 'policy' } });
});

test('the network of a server in a host is worsened and healed', async () => {
  const { deploy, create, untilState, client, params } = await openPatientFleet();
  const { build } = await deploy(nodeBuild(helloServer, { ports: { game: { protocol: 'udp' } } }));
  const { id } = await create(build);
  const { port } = addressOf(await untilState(id, 'running'));
  const place = { ...params, server_id: id };
  const asks = createSocket('udp4');
  onTestFinished(() => void asks.close());
  let answers = 0;
  asks.on('message', () => (answers += 1));
  const ask = () => {
    asks.send('there?', port, '127.0.0.1');
    return Promise.resolve(answers > 0);
  };
  await until(ask, 'an answer');
  const conditions = { latency_ms: 0, jitter_ms: 0, loss_percent: 100, duplicate_percent: 0, reorder_percent: 0 };
  await client.setServerNetwork({ params: place, body: { conditions } });
  const { inspection } = await client.inspectServer({ params: place });
  expect(inspection.network).toMatchObject({ loss_percent: 100 });
  await until(async () => {
    asks.send('there?', port, '127.0.0.1');
    const { inspection: later } = await client.inspectServer({ params: place });
    return (later.traffic['game']?.dropped ?? 0) > 0;
  }, 'packets to be lost');
  answers = 0;
  await client.setServerNetwork({ params: place, body: {} });
  await until(ask, 'an answer again');
});
