// Local comes back by itself after its thread died, by a clock that the test turns: at once, then later each time, and then no more.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestCore } from '../../../support/core.ts';
import { startOnce } from '../../../support/start-once.ts';
import { createTurnedClock } from '../../../support/turned-clock.ts';
import { until } from '../../../support/until.ts';

const local = { instance_id: 'local' };

const FORGOTTEN_MS = 10 * 60_000;

async function openTurned() {
  const time = createTurnedClock();
  const core = await startTestCore({ clock: time.clock });
  await core.whenState('local', 'connected');
  /** Ends its thread for the nth time; resolves when that is reported. */
  const crash = async (count: number) => {
    await core.crash();
    const isReported = () => core.local()?.crash?.count === count && core.local()?.crash?.at === time.clock.now();
    await until(isReported, `crash ${count} to be reported`);
  };
  return { ...core, ...time, crash };
}

type Turned = Awaited<ReturnType<typeof openTurned>>;

const ofFile = startOnce(openTurned);

/** Connected, with the crashes of the tests before it forgotten. */
async function startTurned() {
  const turned = await ofFile();
  turned.turn(FORGOTTEN_MS);
  await turned.whenState('local', 'connected');
  return turned;
}

/** Crashes, and comes back after this wait and not before. */
async function crashAndWait({ crash, turn, clock, instance, whenState, waiting }: Turned, count: number, ms: number) {
  await crash(count);
  const view = await whenState('local', 'reconnecting');
  expect(view).toMatchObject({ problem: { code: 'SERVICE_STOPPED' }, retry_at: clock.now() + ms });
  turn(ms - 1);
  expect(waiting()).toBe(1);
  expect(instance('local')?.state).toBe('reconnecting');
  turn(1);
  await whenState('local', 'connected');
}

it('is started again at once, then after 1, 4 and 15 seconds, and then only by a person, which resets the count', {
  timeout: 90_000,
}, async () => {
  const test = await startTurned();
  const { client, clock, crash, whenState } = test;
  await client.call('games.create', { ...local, display_name: 'Lasting' });
  await crash(1);
  expect(await whenState('local', 'connected')).toMatchObject({
    crash: { at: clock.now(), count: 1, problem: { code: 'SERVICE_STOPPED' } },
  });
  await crashAndWait(test, 2, 1_000);
  await crashAndWait(test, 3, 4_000);
  await crashAndWait(test, 4, 15_000);
  await crash(5);
  expect(await whenState('local', 'stopped')).toMatchObject({
    problem: { code: 'SERVICE_STOPPED' },
    crash: { count: 5 },
  });
  expect(test.waiting()).toBe(0);
  await client.call('instances.restart', local);
  expect(await whenState('local', 'connected')).not.toHaveProperty('crash');
  let games: string[] = [];
  client.subscribe('games', local, { next: (rows) => (games = rows.map((game) => game.display_name)) });
  await until(() => games.includes('Lasting'), 'the game to be there');
  await crash(1);
  await whenState('local', 'connected');
});

it('counts only the crashes of the last minutes', async () => {
  const { crash, turn, whenState } = await startTurned();
  await crash(1);
  await whenState('local', 'connected');
  turn(FORGOTTEN_MS);
  await crash(1);
  await whenState('local', 'connected');
});

it('counts no crash of before the clock was set back, and waits no longer for that', async () => {
  const { crash, setBack, turn, whenState } = await startTurned();
  await crash(1);
  await whenState('local', 'connected');
  await crash(2);
  await whenState('local', 'reconnecting');
  setBack(3_600_000);
  turn(1_000);
  await whenState('local', 'connected');
  await crash(1);
  await whenState('local', 'connected');
});

it('counts a thread that dies before it answers, and reports it once', async () => {
  const { client, whenState } = await startTurned();
  process.once('worker', (started) => void started.terminate());
  await client.call('instances.restart', local);
  expect(await whenState('local', 'connected')).toMatchObject({ crash: { count: 1 } });
});

it('does not wait where a person starts it sooner, and remembers what was', async () => {
  const { client, crash, whenState, waiting, clock } = await startTurned();
  await crash(1);
  await whenState('local', 'connected');
  await crash(2);
  await whenState('local', 'reconnecting');
  await client.call('instances.restart', local);
  await whenState('local', 'connected');
  expect(waiting()).toBe(0);
  await crash(3);
  expect(await whenState('local', 'reconnecting')).toMatchObject({ retry_at: clock.now() + 4_000 });
});

it('is not started again and again where waiting does not mend why it does not start', async () => {
  const { crash, whenState, waiting, folder, turn } = await openTurned();
  await crash(1);
  await whenState('local', 'connected');
  await crash(2);
  await whenState('local', 'reconnecting');
  await writeFile(path.join(folder, 'local/slipway.db'), 'not a database');
  turn(1_000);
  expect(await whenState('local', 'stopped')).toMatchObject({
    problem: { code: 'DATA_FOLDER_DAMAGED' },
    fresh_folder: expect.any(String),
  });
  expect(waiting()).toBe(0);
});

it('ends while it waits', async () => {
  const { core, crash, whenState, waiting, turn, states } = await openTurned();
  await crash(1);
  await whenState('local', 'connected');
  await crash(2);
  await whenState('local', 'reconnecting');
  await core.close();
  expect(waiting()).toBe(0);
  const seen = states.length;
  turn(60_000);
  expect(states).toHaveLength(seen);
});
