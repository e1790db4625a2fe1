// How many servers a namespace keeps when it is about to go, and when it goes back to what it ran before.
import { expect, onTestFinished, test, vi } from 'vitest';
import type { HostedNamespace } from '../../../../embedded-server/runtime/replicas/namespace-lookup.ts';
import { createReplicaController } from '../../../../embedded-server/runtime/replicas/replica-controller.ts';
import type { NewServer, ServerRecord } from '../../../../embedded-server/runtime/server-records/store.ts';

/** A namespace that keeps `count` servers of the version A, all of them running. */
function keep(count: number) {
  const namespace = {
    namespace_id: 'namespace',
    game_id: 'game',
    version_id: 'A',
    server_count: count,
    lobby_count_max: 128,
    on_version_switch: 'drain',
    restart: 'back_off',
    held_back: 0,
  } as HostedNamespace;
  const servers: ServerRecord[] = [];
  const switches: string[] = [];
  const living = () => servers.filter(({ destroy_ts: ended }) => ended === null);
  const change = (id: string, to: object) => Object.assign(servers.find(({ server_id }) => server_id === id) ?? {}, to);
  // What it does with the rest of these is nothing.
  const parts = {
    records: {
      add: (server: NewServer) => ({ ...server, state: 'running', start_ts: 1, destroy_ts: null, hint: null }),
      keptLiving: living,
      livingCount: () => living().length,
      one: (id: string) => servers.find(({ server_id }) => server_id === id),
      change,
    },
    supervisor: {
      begin: (server: ServerRecord) => servers.push(server),
      drain: (id: string) => change(id, { state: 'draining' }),
      resume: (id: string) => change(id, { state: 'running' }),
      stop: () => undefined,
    },
    namespace: () => namespace,
    release: () => undefined,
    switchBack: (_: object, version: string) => switchTo(version),
    versionName: (_: string, version: string) => version,
    buildOf: () => 'build',
    leavesWithin: () => undefined,
    machineResources: { cpu: 1000, memory: 512 },
    now: Date.now,
  };
  const controller = createReplicaController(parts as never);
  onTestFinished(controller.close);
  const switchTo = (version: string) => {
    switches.push(version);
    namespace.version_id = version;
    controller.switched('namespace');
  };
  const end = (server: ServerRecord | undefined, by: 'itself' | 'slipway') => {
    const exit = { by, out_of_memory: false };
    controller.onEnded(change(server?.server_id ?? '', { exit, destroy_ts: 2 }) as ServerRecord);
  };
  controller.look('namespace');
  return { controller, living, switchTo, switches, end };
}

test('nothing takes the place of what ends in a namespace that is about to go, until it is to stay', () => {
  const { controller, living, end } = keep(2);
  controller.leave('namespace');
  expect(controller.isHosted('namespace')).toBe(false);
  for (const server of living()) end(server, 'slipway');
  controller.reconcileNow('namespace');
  controller.switched('namespace');
  expect(living()).toEqual([]);
  controller.hasLeft('namespace');
  expect(controller.isHosted('namespace')).toBe(true);
  expect(living()).toHaveLength(2);
});

test('a namespace that went back does not go forth again to the version that it left, of which one server still runs', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { living, switchTo, switches, end } = keep(2);
  const ofVersion = (version: string) => living().filter(({ version_id: id }) => id === version);
  const crashUntil = (version: string, isOver: () => boolean) => {
    for (let crash = 0; crash < 20 && !isOver(); crash += 1) {
      end(ofVersion(version).at(-1), 'itself');
      vi.advanceTimersByTime(8_000);
    }
  };
  switchTo('B');
  crashUntil('B', () => switches.length > 1);
  expect(switches).toEqual(['B', 'A']);
  expect(ofVersion('B')).toHaveLength(1);
  crashUntil('A', () => switches.length > 2 || ofVersion('A').length === 0);
  expect(switches).toEqual(['B', 'A']);
});

test('a version that had to wait for the port of an older one is left for that one where it crashes once it can start', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { controller, living, switchTo, switches, end } = keep(1);
  switchTo('B');
  controller.look('namespace');
  const [older, newer] = living();
  expect(older?.state).toBe('draining');
  controller.unreached(newer as ServerRecord);
  Object.assign(newer ?? {}, { state: 'preparing', start_ts: null });
  vi.advanceTimersByTime(600_000);
  end(older, 'slipway');
  for (let crash = 0; crash < 4; crash += 1) {
    end(living().at(-1), 'itself');
    vi.advanceTimersByTime(8_000);
  }
  expect(switches).toEqual(['B', 'A']);
});
