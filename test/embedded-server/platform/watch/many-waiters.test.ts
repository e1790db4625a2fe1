// Many callers waiting: those who go away leave nothing behind, one read does for all, and a stop answers them at once.
import { once } from 'node:events';
import { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createWatchHub } from '../../../../embedded-server/platform/watch/watch-hub.ts';
import { answerWatched } from '../../../../embedded-server/platform/watch/watched.ts';
import { openWaiting, statuses } from '../../../support/raw-http.ts';
import { createGame, startTestService, type TestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const MANY = 500;
afterEach(() => vi.restoreAllMocks());

const never = () => new AbortController().signal;

async function waitOn({ server, call }: TestService, count: number): Promise<Socket[]> {
  const game = await createGame(call, 'Watched');
  const { body } = await call('GET', `/cloud/games/${game}`);
  const { index } = (body as { watch: { index: string } }).watch;
  const authorization = `Authorization: Bearer ${server.token}\r\n`;
  const wait = () => openWaiting(server.port, `/cloud/games/${game}?watch_index=${index}`, authorization);
  return await Promise.all(Array.from({ length: count }, wait));
}

const openSockets = () => process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap').length;
const openTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

it(`leaves nothing behind of ${MANY} callers that go away`, async () => {
  const service = await startTestService();
  const [socketsBefore, timersBefore] = [openSockets(), openTimers()];
  const sockets = await waitOn(service, MANY);
  await until(() => openSockets() >= socketsBefore + 2 * MANY, 'all to be connected');
  expect(openTimers() - timersBefore).toBeLessThan(20);
  for (const socket of sockets) socket.destroy();
  await until(() => openSockets() <= socketsBefore, 'all sockets to be closed');
  const force = vi.spyOn(Server.prototype, 'closeAllConnections');
  await service.server.close();
  expect(force).not.toHaveBeenCalled();
});

it(`answers ${MANY} who wait at once when the service stops`, async () => {
  const service = await startTestService();
  const sockets = await waitOn(service, MANY);
  const answers = sockets.map(async (socket) => String((await once(socket, 'data'))[0]));
  await service.server.close();
  // Who is cut off, as those are who are still there after a while, gets none.
  expect((await Promise.all(answers)).flatMap(statuses)).toEqual(sockets.map(() => 200));
});

it('forgets each waiter and its listener when the caller goes away, is answered, or waited long enough', async () => {
  const hub = createWatchHub({ waitMs: 30 });
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  const waiting = Array.from({ length: 3 }, () => hub.changed('a', signal));
  expect([hub.waiting(), listeners.size]).toEqual([3, 3]);
  for (const listener of listeners) {
    listener();
    break;
  }
  expect([hub.waiting(), listeners.size]).toEqual([2, 2]);
  hub.wake('b');
  expect(hub.waiting()).toBe(2);
  hub.wake('a');
  expect([hub.waiting(), listeners.size]).toEqual([0, 0]);
  expect((await Promise.all(waiting)).map((round) => round !== undefined)).toEqual([false, true, true]);
  await hub.changed('a', signal);
  expect([hub.waiting(), listeners.size]).toEqual([0, 0]);
});

it('lets each wait its own full time', async () => {
  const hub = createWatchHub({ waitMs: 60 });
  const started = performance.now();
  const first = hub.changed('a', never()).then(() => performance.now() - started);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const second = hub.changed('a', never()).then(() => performance.now() - started);
  expect(await first).toBeGreaterThanOrEqual(59);
  expect(await first).toBeLessThan(await second);
  expect(await second).toBeGreaterThanOrEqual(89);
});

it('reads once for all who waited, and again for the next change', async () => {
  const hub = createWatchHub();
  let revision = 1;
  let reads = 0;
  const watch = (share?: string) => {
    const read = () => {
      reads += 1;
      return { revision, data: { value: revision * 10 } };
    };
    return answerWatched({
      hub,
      key: 'k',
      index: String(revision),
      signal: never(),
      read,
      ...(share ? { share } : {}),
    });
  };
  for (const round of [2, 3]) {
    const all = [watch('x'), watch('x'), watch('x'), watch('y'), watch()];
    reads = 0;
    revision = round;
    hub.wake('k');
    const answers = await Promise.all(all);
    expect(answers).toEqual(all.map(() => ({ value: round * 10, watch: { index: String(round) } })));
    expect(answers[0]).toBe(answers[1]);
    expect(reads).toBe(3);
  }
});

it('answers everyone once where a stop comes amid the answers', async () => {
  const hub = createWatchHub();
  const answered: number[] = [];
  const all = Array.from({ length: MANY }, async (_, number) => {
    await hub.changed('a', never());
    answered.push(number);
    if (number === MANY / 2) hub.close();
  });
  hub.wake('a');
  await Promise.all(all);
  expect(answered.toSorted((a, b) => a - b)).toEqual(all.map((_, number) => number));
  expect(hub.waiting()).toBe(0);
});

it('leaves who comes amid the answers for the next change', async () => {
  const hub = createWatchHub();
  let late: Promise<unknown> | undefined;
  const all = Array.from({ length: MANY }, async () => {
    await hub.changed('a', never());
    late ??= hub.changed('a', never());
  });
  hub.wake('a');
  await Promise.all(all);
  expect(hub.waiting()).toBe(1);
  hub.wake('a');
  expect(await late).toBeInstanceOf(Map);
});
