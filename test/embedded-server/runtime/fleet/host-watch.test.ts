// Servers whose hosts have not reported yet: how long that may take, by what their driver says of them. On a clock that is turned by hand.
import { expect, it, onTestFinished, vi } from 'vitest';
import type { HostLook } from '../../../../embedded-server/runtime/fleet/fleet-driver.ts';
import {
  createHostWatch,
  type Ending,
  usualTimes,
  type WatchParts,
} from '../../../../embedded-server/runtime/fleet/host-watch.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';

const MINUTE = 60_000;

/** One server that was just ordered. `look`: what its driver says of it; undefined where it has no host. */
function watchOne(look: () => HostLook | undefined) {
  vi.useFakeTimers();
  const since = performance.now();
  const said: unknown[] = [];
  const ended: Ending[] = [];
  const life = { server_id: 'one', wasThere: () => false, silentMs: () => performance.now() - since };
  const entries = new Map([['one', { life, since, end: (ending: Ending) => void ended.push(ending) }]]);
  const watch = createHostWatch({
    driver: {
      look: async () => new Map([['one', look()] as const].filter(([, found]) => found !== undefined)),
      follow: () => () => undefined,
      stop: async () => undefined,
    },
    records: {
      one: () => ({ problem: said.at(-1) }),
      change: (_id: string, { problem }: { problem: unknown }) => void said.push(problem),
    },
    times: usualTimes,
    entries,
    silent: new Set(['one']),
    serviceUrl: () => 'http://service',
    onProblem: (thrown: unknown) => {
      throw thrown;
    },
    log: () => undefined,
  } as unknown as WatchParts);
  onTestFinished(async () => {
    await watch.close();
    vi.useRealTimers();
  });
  return { said, endOf: () => ended[0] };
}

const silent = { state: 'failed', problem: messageFor('fleet.host-silent') };
const why = messageFor('fleet.node-lost');

it('lets a server wait for a node for as long as there is none, and gives its host ten minutes from then', async () => {
  let look: HostLook = { state: 'waiting', why };
  const { said, endOf } = watchOne(() => look);
  await vi.advanceTimersByTimeAsync(25 * MINUTE);
  expect(endOf()).toBeUndefined();
  expect(said).toEqual([messageFor('fleet.waits', { why })]);
  look = { state: 'up' };
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(endOf()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(endOf()).toMatchObject(silent);
});

it('lets a server wait while the engine is away', async () => {
  let isAway = true;
  const { endOf } = watchOne(() => {
    if (isAway) throw new Error('The engine is away');
    return { state: 'up' };
  });
  await vi.advanceTimersByTimeAsync(25 * MINUTE);
  isAway = false;
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(endOf()).toBeUndefined();
});

it('gives a server up after ten minutes whose host its engine does not have', async () => {
  const { endOf } = watchOne(() => undefined);
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  expect(endOf()).toMatchObject(silent);
});
