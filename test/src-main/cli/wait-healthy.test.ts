// `slipway push --wait-healthy`: when it calls the servers of a namespace healthy, and when not.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listEnded } from '../../../src-main/cli/servers-after-switch.ts';
import { serveAfter, watchHealth } from '../../../src-main/cli/wait-healthy.ts';
import type { Target } from '../../../src-main/core/instances/open-target.ts';
import type { Pushed } from '../../../src-main/core/transfers/push/push.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';

/** More than servers have to be reachable. */
const STEP_MS = 130_000;
const old = { id: 'old', version: 'before', state: 'draining', ends_by: 9e12, network: { ports: {} } };
const fresh = { id: 'fresh', version: 'now', kept: true, network: { ports: { game: { protocol: 'tcp' } } } };
const running = { ...fresh, state: 'running' };

function waitingFor(what: string) {
  const problem = { text: '', reason: `${what}.waits-for-players`, params: { server: 'old' } };
  return { ...fresh, state: 'preparing', problem };
}

const said: string[] = [];
const onWaiting = ({ text }: { text: string }) => void said.push(text);

beforeEach(() => {
  said.length = 0;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of a namespace that keeps so many, as it looks each time it is asked, a while apart; and as it looked before the switch. */
async function healthOf(
  looks: readonly (readonly object[] | AppError)[],
  keeps = 1,
  before: readonly object[] = [],
  seconds = 0,
) {
  let look = 0;
  let isSwitched = false;
  const client = {
    getHosting: () => Promise.resolve({ hosting: { server_count: keeps } }),
    listServers: () => {
      if (!isSwitched) return Promise.resolve({ servers: before });
      vi.setSystemTime(Date.now() + STEP_MS);
      const seen = looks[Math.min(look++, looks.length - 1)];
      return seen instanceof AppError ? Promise.reject(seen) : Promise.resolve({ servers: seen });
    },
  } as unknown as ServiceClient;
  const place = { client, game_id: 'a-game', namespace_id: 'a-namespace' };
  const at = { ...place, version_id: 'now', endedBefore: await listEnded(place) };
  isSwitched = true;
  return await watchHealth(at, { seconds, patienceMs: 1_000_000, onWaiting }, new AbortController().signal);
}

it('has the time of a server that never listens run out, whatever drains beside it', async () => {
  expect(await healthOf([[{ ...fresh, state: 'silent' }, old]])).toMatchObject({ state: 'unhealthy' });
  const looks = [[{ ...fresh, state: 'starting' }, waitingFor('kept'), old]];
  expect(await healthOf(looks, 2)).toMatchObject({ state: 'unhealthy' });
});

it.each(['port', 'kept'])('begins it when a server no longer waits: %s', async (what) => {
  const waiting = waitingFor(what);
  expect(await healthOf([[waiting, old], [waiting, old], [running]])).toEqual({ state: 'healthy' });
  expect(said, 'once').toEqual(['Waiting for the servers to be reachable, for up to 120 seconds.']);
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

it('looks on when the instance was away, and then sees what crashed', async () => {
  const away = new AppError('INSTANCE_UNREACHABLE', { text: 'away' });
  expect(await healthOf([[running], away, away, [running]])).toEqual({ state: 'healthy' });
  const crashed = [{ ...fresh, state: 'crashed', destroyed_at: 1 }];
  expect(await healthOf([away, crashed])).toMatchObject({ state: 'unhealthy' });
  const gone = healthOf([away, away, away, away, away, away, away, away, away]);
  await expect(gone, 'longer than it is waited for').rejects.toBe(away);
  await expect(healthOf([new AppError('API_UNAUTHORIZED')])).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
});

/** A push of 1.1.0 to a namespace that ran 1.0.0; its server crashes, and by then the namespace runs `present`. */
async function pushedWhileRunning(present: string, isResumed = false) {
  const versions = ['1.0.0', '1.1.0', '1.2.0'].map((name) => ({
    version_id: name,
    display_name: name,
    create_ts: name,
  }));
  // An earlier run of the push switched to it, as the game that is read before tells.
  const ran = isResumed ? { version_id: '1.1.0', deploy_ts: new Date(5_000).toISOString() } : { version_id: '1.0.0' };
  const lastGood = { last_good: { version_id: '1.0.0', ran_ms: 9e6, ran_well: true } };
  const prod = { namespace_id: 'a-namespace', name_id: 'prod', ...lastGood, ...ran };
  const game = { game_id: 'a-game', versions, namespaces: [prod] } as unknown as GameFull;
  let runs = present;
  const client = {
    getHosting: () => Promise.resolve({ hosting: { server_count: 1 } }),
    listServers: () =>
      Promise.resolve({ servers: [{ ...fresh, version: '1.1.0', state: 'crashed', destroyed_at: 6_000 }] }),
    getGame: () => Promise.resolve({ game: { ...game, namespaces: [{ ...prod, version_id: runs }] } }),
    updateNamespaceVersion: ({ body }: { body: { version_id: string } }) => {
      runs = body.version_id;
      return Promise.resolve({});
    },
  } as unknown as ServiceClient;
  const record = { status: 'done', switches: true, version_id: '1.1.0', name: '1.1.0' };
  const [namespace = prod] = game.namespaces;
  const served = await serveAfter({ record, isResumed } as Pushed, {
    target: { client, url: 'http://an.example' } as Target,
    place: { game, namespace } as Parameters<typeof serveAfter>[1]['place'],
    wait: { seconds: 1, patienceMs: 1_000, onWaiting },
    endedBefore: new Set(),
    signal: new AbortController().signal,
  });
  return { runs, fields: served.fields, said: served.problem?.message };
}

it('goes back to what ran before, and says so where that runs again already', async () => {
  for (const present of ['1.1.0', '1.0.0']) {
    expect(await pushedWhileRunning(present)).toEqual({
      runs: '1.0.0',
      fields: { health: 'unhealthy', rolled_back_to: '1.0.0' },
      said: 'A server of it ended. prod was rolled back to 1.0.0.',
    });
  }
});

it('goes back to the last good version where an earlier run of the push was cut off as it watched', async () => {
  expect(await pushedWhileRunning('1.1.0', true)).toMatchObject({ runs: '1.0.0', fields: { rolled_back_to: '1.0.0' } });
});

it('leaves a namespace alone that somebody else switched meanwhile', async () => {
  expect(await pushedWhileRunning('1.2.0')).toEqual({
    runs: '1.2.0',
    fields: { health: 'unhealthy' },
    said: 'A server of it ended. prod was not rolled back. prod runs 1.2.0 now, not 1.1.0: somebody else switched it.',
  });
});
