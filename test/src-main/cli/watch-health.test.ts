import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchHealth } from '../../../src-main/cli/watch-health.ts';
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

/** Of a namespace that keeps so many, as it looks each time it is asked, a while apart. */
async function healthOf(looks: readonly (readonly object[])[], keeps = 1) {
  let at = 0;
  const client = {
    getHosting: () => Promise.resolve({ hosting: { server_count: keeps } }),
    listServers: () => {
      vi.setSystemTime(Date.now() + STEP_MS);
      return Promise.resolve({ servers: looks[Math.min(at++, looks.length - 1)] });
    },
  } as unknown as ServiceClient;
  const place = { client, game_id: 'a-game', namespace_id: 'a-namespace', version_id: 'now' };
  return await watchHealth(place, 0, 0, new AbortController().signal);
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
