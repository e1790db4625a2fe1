// `slipway push --wait-healthy`: when it calls the servers of a namespace healthy, and when not.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listEnded } from '../../../src-main/cli/servers-after-switch.ts';
import { watchHealth } from '../../../src-main/cli/wait-healthy.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';

/** More than servers have to be reachable. */
const STEP_MS = 130_000;
const old = { id: 'old', version: 'before', state: 'draining', ends_by: 9e12, network: { ports: {} } };
const fresh = { id: 'fresh', version: 'now', kept: true, network: { ports: { game: { protocol: 'tcp' } } } };
const running = { ...fresh, state: 'running' };

function waitingFor(what: string) {
  const problem = { text: '', reason: `${what}.waits-for-players`, params: { server: 'old' } };
  return { ...fresh, state: 'preparing', problem };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of a namespace that keeps so many, as it looks each time it is asked, a while apart; and as it looked before the switch. */
async function healthOf(looks: readonly (readonly object[])[], keeps = 1, before: readonly object[] = [], seconds = 0) {
  let look = 0;
  let isSwitched = false;
  const client = {
    getHosting: () => Promise.resolve({ hosting: { server_count: keeps } }),
    listServers: () => {
      if (!isSwitched) return Promise.resolve({ servers: before });
      vi.setSystemTime(Date.now() + STEP_MS);
      return Promise.resolve({ servers: looks[Math.min(look++, looks.length - 1)] });
    },
  } as unknown as ServiceClient;
  const place = { client, game_id: 'a-game', namespace_id: 'a-namespace' };
  const at = { ...place, version_id: 'now', endedBefore: await listEnded(place) };
  isSwitched = true;
  return await watchHealth(at, seconds, new AbortController().signal);
}

it('has the time of a server that never listens run out, whatever drains beside it', async () => {
  expect(await healthOf([[{ ...fresh, state: 'silent' }, old]])).toMatchObject({ state: 'unhealthy' });
  const looks = [[{ ...fresh, state: 'starting' }, waitingFor('kept'), old]];
  expect(await healthOf(looks, 2)).toMatchObject({ state: 'unhealthy' });
});

it.each(['port', 'kept'])('begins it when a server no longer waits: %s', async (what) => {
  const waiting = waitingFor(what);
  expect(await healthOf([[waiting, old], [waiting, old], [running]])).toEqual({ state: 'healthy' });
});

it('begins it when a server has a place, where no more may live at once', async () => {
  expect(await healthOf([[old], [old], [running]])).toEqual({ state: 'healthy' });
});

it('gives one that a person starts again its whole time, however late that is', async () => {
  const looks = [[running], [{ ...fresh, state: 'starting' }], [running], [running]];
  expect(await healthOf(looks, 1, [], 100)).toEqual({ state: 'healthy' });
});

it('sees a crash by the clock of a service that is years behind, and none from before by one that is ahead', async () => {
  const behind = { ...fresh, state: 'crashed', destroyed_at: 1 };
  expect(await healthOf([[behind]])).toMatchObject({
    state: 'unhealthy',
    why: { text: expect.stringContaining('ended') },
  });
  const ahead = { ...fresh, id: 'earlier', state: 'crashed', destroyed_at: 9e12 };
  expect(await healthOf([[running, ahead]], 1, [ahead])).toEqual({ state: 'healthy' });
});
