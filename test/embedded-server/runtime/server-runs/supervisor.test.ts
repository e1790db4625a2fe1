// Who looks after servers, when the service ends and some of them play on elsewhere.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSupervisor, type SupervisorParts } from '../../../../embedded-server/runtime/server-runs/supervisor.ts';

const server = { server_id: 'a', start_ts: 1, kill_timeout: 1_000, ports: {} };

test('a service that ended tells nothing more of a server that drains elsewhere', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let ahead = 0;
  const moved: string[] = [];
  const parts = {
    now: () => Date.now() + ahead,
    records: { one: () => server, change: () => server },
    guard: { setMaxPlayers: async () => undefined },
    note: () => undefined,
    isElsewhere: () => true,
    isEmpty: () => false,
    run: () => new Promise(() => undefined),
    onBegin: () => undefined,
    onDeadlineMoved: (server_id: string) => moved.push(server_id),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that a drain uses
  const supervisor = createSupervisor(parts as unknown as SupervisorParts);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a drain reads of it
  supervisor.begin(server as unknown as Parameters<typeof supervisor.begin>[0]);
  supervisor.drain('a', 3_600_000);
  ahead = 60_000;
  vi.advanceTimersByTime(2_000);
  expect(moved, 'while it is looked after').toEqual(['a']);
  await supervisor.stopAll('slipway', () => 0);
  ahead = 120_000;
  vi.advanceTimersByTime(2_000);
  expect(moved).toEqual(['a']);
});
