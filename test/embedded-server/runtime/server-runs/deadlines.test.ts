// Until when a server may live, while the clock of the machine is set.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeadlines } from '../../../../embedded-server/runtime/server-runs/deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A clock of the machine that is set, and one that only goes on. */
function startClocks() {
  let [set, gone] = [0, 0];
  const moved: string[] = [];
  const deadlines = createDeadlines({
    now: () => 1_000_000_000 + set + gone,
    steady: () => gone,
    onMoved: (server_id) => moved.push(server_id),
  });
  const now = () => 1_000_000_000 + set + gone;
  return {
    deadlines,
    moved,
    left: (server_id: string) => (deadlines.of(server_id) ?? Number.NaN) - now(),
    set: (ms: number) => {
      set += ms;
    },
    pass: (ms: number) => {
      gone += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

const HOUR_MS = 3_600_000;

test.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])('what is left stays as it is when the clock is set %s, and who was told is told again', (_, by) => {
  const { deadlines, moved, left, set, pass } = startClocks();
  deadlines.set('a', 60_000);
  deadlines.set('b', 90_000);
  pass(10_000);
  expect(moved).toEqual([]);
  set(by);
  expect([left('a'), left('b')]).toEqual([50_000, 80_000]);
  pass(1000);
  expect(moved.toSorted()).toEqual(['a', 'b']);
  expect([left('a'), left('b')]).toEqual([49_000, 79_000]);
  pass(5000);
  expect(moved).toHaveLength(2);
});

test('what was reported stays while the clock is corrected a little, and nothing is reported of servers that ended', () => {
  const { deadlines, moved, set, pass } = startClocks();
  deadlines.set('a', 60_000);
  const deadline = deadlines.of('a');
  for (let count = 0; count < 9; count += 1) {
    set(-50);
    pass(1000);
  }
  expect(deadlines.of('a')).toBe(deadline);
  deadlines.forget('a');
  set(-HOUR_MS);
  pass(2000);
  expect(moved).toEqual([]);
  expect(deadlines.of('a')).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
