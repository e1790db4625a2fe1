// When a server counts as unhealthy: after so many periods in a row without a sign of health.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHealthWatch } from '../../../../embedded-server/runtime/sdk/health-watch.ts';

const check = { period_seconds: 5, failure_threshold: 3, initial_delay_seconds: 10 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watchHealth() {
  const onUnhealthy = vi.fn<(seconds: number) => void>();
  const onMissed = vi.fn<() => void>();
  const watch = createHealthWatch(check, { now: Date.now, onMissed, onUnhealthy });
  watch.start();
  return { watch, onUnhealthy, onMissed, after: (seconds: number) => void vi.advanceTimersByTime(seconds * 1000) };
}

test('one that never calls has its initial delay and then all its periods', () => {
  const { onUnhealthy, onMissed, after } = watchHealth();
  after(24.9);
  expect(onUnhealthy).not.toHaveBeenCalled();
  expect(onMissed).toHaveBeenCalledTimes(2);
  after(0.1);
  expect(onUnhealthy).toHaveBeenCalledExactlyOnceWith(15);
  after(60);
  expect(onUnhealthy, 'and it is said once').toHaveBeenCalledTimes(1);
});

test('one call in a period forgives what was missed before', () => {
  const { watch, onUnhealthy, after } = watchHealth();
  for (let nth = 0; nth < 10; nth += 1) {
    after(14);
    watch.report();
  }
  expect(watch.view()).toMatchObject({ health: { missed: 0 } });
  expect(onUnhealthy).not.toHaveBeenCalled();
  after(25);
  expect(onUnhealthy).toHaveBeenCalledExactlyOnceWith(15);
});

test('nothing is waited for after it was asked to end, nor where nobody set a check', () => {
  const { watch, onUnhealthy, after } = watchHealth();
  watch.stop();
  after(100);
  const unset = createHealthWatch(undefined, { now: Date.now, onMissed: vi.fn<() => void>(), onUnhealthy });
  unset.start();
  after(100);
  expect(onUnhealthy).not.toHaveBeenCalled();
});
