// Things at their time: in order, never early, and with one timer however many there are.
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelayQueue } from '../../../../../embedded-server/runtime/relay/conditions/delay-queue.ts';
import { createScheduler } from '../../../../../embedded-server/runtime/relay/conditions/scheduler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('gives out what was put in by its time, and equals in the order in which they came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), (times) => {
      const queue = createDelayQueue<{ at: number; order: number }>();
      for (const [order, at] of times.entries()) queue.add(at, { at, order });
      const taken = [];
      for (let item = queue.takeDue(50); item !== undefined; item = queue.takeDue(50)) taken.push(item);
      const expected = times.map((at, order) => ({ at, order })).toSorted((a, b) => a.at - b.at || a.order - b.order);
      expect(taken).toEqual(expected);
      expect(queue.nextAt()).toBeUndefined();
    }),
  );
});

test('keeps what is not due yet', () => {
  const queue = createDelayQueue<string>();
  queue.add(10, 'later');
  expect(queue.takeDue(9.99)).toBeUndefined();
  expect(queue.nextAt()).toBe(10);
  expect(queue.takeDue(10)).toBe('later');
});

test('a thousand packets on their way cost one timer', () => {
  const { at, now } = createScheduler();
  const done: number[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    const time = now() + 1 + ((index * 7_919) % 500);
    at(time, () => void done.push(time - now()));
  }
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(600);
  expect(done).toHaveLength(1_000);
  expect(Math.max(...done)).toBeLessThanOrEqual(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is due sooner comes sooner, also when it was asked for later', () => {
  const { at, now } = createScheduler();
  const done: string[] = [];
  at(now() + 100, () => void done.push('late'));
  at(now() + 10, () => {
    done.push('soon');
    at(now() + 5, () => void done.push('next'));
  });
  vi.advanceTimersByTime(50);
  expect(done).toEqual(['soon', 'next']);
  vi.advanceTimersByTime(50);
  expect(done).toEqual(['soon', 'next', 'late']);
});
