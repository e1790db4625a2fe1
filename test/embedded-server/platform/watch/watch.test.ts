// Waiting for changes: section 4 of the service's decisions, over real HTTP.
import { expect, it, onTestFinished, vi } from 'vitest';
import { createWatchHub } from '../../../../embedded-server/platform/watch/watch-hub.ts';
import { answerWatched } from '../../../../embedded-server/platform/watch/watched.ts';
import { openWaiting, readAll, statuses } from '../../../support/raw-http.ts';
import { startScopedService } from '../../../support/scoped.ts';
import { createGame, startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

type Watched = { games: unknown[]; watch: { index: string } };

it('answers at once without an index, and with an older one', async () => {
  const { call } = await startTestService();
  await createGame(call);
  const first = (await call('GET', '/cloud/games')).body as Watched;
  const older = (await call('GET', '/cloud/games?watch_index=0')).body as Watched;
  expect(older).toEqual(first);
});

it('waits with the present index until something changes', async () => {
  const { call } = await startTestService();
  const { watch } = (await call('GET', '/cloud/games')).body as Watched;
  let answered = false;
  const waiting = call('GET', `/cloud/games?watch_index=${watch.index}`).then((answer) => {
    answered = true;
    return answer;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(answered).toBe(false);
  await createGame(call, 'Late');
  const { body } = await waiting;
  expect((body as Watched).games).toHaveLength(1);
  expect(BigInt((body as Watched).watch.index)).toBeGreaterThan(BigInt(watch.index));
});

it('keeps its index over a restart', async () => {
  const { call, server } = await startTestService();
  await createGame(call);
  const { watch } = (await call('GET', '/cloud/games')).body as Watched;
  await server.close();
  const again = await startTestService({ dataFolder: server.dataFolder });
  expect(((await again.call('GET', '/cloud/games')).body as Watched).watch).toEqual(watch);
});

it('answers everyone who waits when the service stops', async () => {
  const { call, server } = await startTestService();
  const { watch } = (await call('GET', '/cloud/games')).body as Watched;
  const authorization = `Authorization: Bearer ${server.token}\r\n`;
  const wait = () => openWaiting(server.port, `/cloud/games?watch_index=${watch.index}`, authorization);
  const waiting = await Promise.all(Array.from({ length: 20 }, wait));
  const answers = waiting.map(readAll);
  await server.close();
  expect((await Promise.all(answers)).flatMap(statuses)).toEqual(waiting.map(() => 200));
});

it.each(['x', '-1', '1.5', '', '1e3', '99999999999999999999'])('refuses the index %j', async (index) => {
  const { call } = await startTestService();
  const { status, body } = await call('GET', `/cloud/games?watch_index=${index}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'API_BAD_QUERY_PARAMETER' });
});

it('lets who names an index from the future wait until then', async () => {
  const { call } = await startTestService();
  const { watch } = (await call('GET', '/cloud/games')).body as Watched;
  const future = BigInt(watch.index) + 1_000n;
  let answered = false;
  const waiting = call('GET', `/cloud/games?watch_index=${future}`).finally(() => {
    answered = true;
  });
  await call('GET', '/cloud/games?watch_index=0');
  expect(answered).toBe(false);
  await createGame(call, 'Present');
  expect((await waiting).body).toMatchObject({ games: [{ display_name: 'Present' }] });
});

it('leaves nothing behind for a caller that goes away', async () => {
  const hub = createWatchHub();
  const controller = new AbortController();
  const waiting = hub.changed('games', controller.signal);
  expect(hub.waiting()).toBe(1);
  controller.abort();
  await waiting;
  expect(hub.waiting()).toBe(0);
});

it('frees the slot of a caller whose connection ends', async () => {
  const { as, hub } = await startScopedService();
  const call = as({ kind: 'owner' });
  const { watch } = (await call('GET', '/cloud/games')).body as Watched;
  const controller = new AbortController();
  const waiting = call('GET', `/cloud/games?watch_index=${watch.index}`, { signal: controller.signal });
  await until(() => hub.waiting() === 1, 'the caller to wait');
  controller.abort();
  await expect(waiting).rejects.toThrow('abort');
  await until(() => hub.waiting() === 0, 'its slot to be free');
});

it('answers after 40 seconds without a change with all that there is, and the same index', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hub = createWatchHub();
  const read = () => ({ revision: 7, data: { games: ['all of them'] } });
  let answer: unknown;
  const answering = async () => {
    answer = await answerWatched({ hub, key: 'games', index: '7', signal: new AbortController().signal, read });
  };
  const answered = answering();
  await vi.advanceTimersByTimeAsync(39_999);
  expect([hub.waiting(), answer]).toEqual([1, undefined]);
  await vi.advanceTimersByTimeAsync(1);
  await answered;
  expect([hub.waiting(), answer]).toEqual([0, { games: ['all of them'], watch: { index: '7' } }]);
});
