// What follows when kept servers of a version that was just switched to end by themselves.
import { expect, test } from 'vitest';
import { FRESH_MS, type Memory, remember } from '../../../../embedded-server/runtime/replicas/after-end.ts';
import type { HostedNamespace } from '../../../../embedded-server/runtime/replicas/namespace-lookup.ts';
import type { ServerRecord } from '../../../../embedded-server/runtime/server-records/store.ts';

/** Ends `count` servers, a second apart or `everyMs`; `replaced`: how long before the first all of them could be joined. */
type Change = { replaced?: number; restart?: HostedNamespace['restart']; everyMs?: number };

function endServers(count: number, change: Change = {}) {
  let now = 1_000_000;
  const memory: Memory = {
    unwritten: 0,
    endings: [],
    timer: undefined,
    gaveUp: false,
    before: 'old',
    replacedAt: change.replaced === undefined ? undefined : now - change.replaced,
  };
  const hints: string[] = [];
  const back: string[] = [];
  const parts = {
    records: { change: (_: string, { hint }: { hint: { text: string } }) => hints.push(hint.text) },
    buildOf: () => 'build',
    versionName: (_: string, version: string) => version,
    switchBack: (_: object, version: string) => back.push(version),
    now: () => now,
  };
  const namespace = {
    game_id: 'game',
    namespace_id: 'namespace',
    restart: change.restart ?? 'back_off',
    server_count: 1,
  };
  const server = { server_id: 'server', exit: { by: 'itself' }, hint: null, start_ts: 1 };
  for (let nth = 0; nth < count; nth += 1) {
    // What they do with the rest of these is nothing.
    remember(parts as never, namespace as HostedNamespace, memory, server as unknown as ServerRecord, () => undefined);
    now += change.everyMs ?? 1_000;
  }
  clearTimeout(memory.timer);
  return { back, gaveUp: memory.gaveUp, hints, unwritten: memory.unwritten };
}

test('a version that crashes again and again soon after it was switched to is left for the one before', () => {
  expect(endServers(3, { replaced: 5_000 })).toMatchObject({ back: [], gaveUp: false });
  expect(endServers(4, { replaced: 5_000 })).toMatchObject({ back: ['old'], gaveUp: false });
});

test('one that takes its time to crash is left too, as long as it is fresh, and later started again and again', () => {
  expect(endServers(4, { everyMs: 25_000 })).toMatchObject({ back: ['old'], gaveUp: false });
  expect(endServers(8, { everyMs: 25_000, replaced: FRESH_MS })).toMatchObject({ back: [], gaveUp: false });
});

test('one that ran for longer is given up without a way back', () => {
  expect(endServers(4, { replaced: FRESH_MS })).toMatchObject({ back: [], gaveUp: true });
});

test('of several that crash together one says that no more are started', () => {
  const { back, gaveUp, hints } = endServers(6, { replaced: FRESH_MS });
  expect({ back, gaveUp }).toEqual({ back: [], gaveUp: true });
  expect(hints).toHaveLength(1);
});

test('where nothing is started again, one that never could be joined is left at once, and one that could stays ended', () => {
  expect(endServers(1, { restart: 'never' })).toMatchObject({ back: ['old'], unwritten: 0 });
  expect(endServers(1, { restart: 'never', replaced: 5_000 })).toMatchObject({ back: [], unwritten: 1 });
});
