// Sources gather fast changes so that a window gets few.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listSource, valueSource } from '../../../src-shared/bridge/source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends all changes of one turn together, the last state of each item winning', async () => {
  const source = listSource<{ id: string; n: number }>();
  const changes: unknown[] = [];
  source.listen((change) => changes.push(change));
  source.set({ id: 'a', n: 1 });
  source.set({ id: 'a', n: 2 }, { id: 'b', n: 1 });
  source.remove('b');
  await vi.advanceTimersByTimeAsync(0);
  expect(changes).toEqual([{ set: [{ id: 'a', n: 2 }], remove: ['b'] }]);
});

it('sends progress at most once in its interval, and always the last value', async () => {
  const source = valueSource(0, { every: 200 });
  const values: unknown[] = [];
  source.listen((value) => values.push(value));
  for (let n = 1; n <= 100; n += 1) {
    source.set(n);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(400);
  expect(values.length).toBeLessThanOrEqual(7);
  expect(values[0]).toBe(1);
  expect(values.at(-1)).toBe(100);
});

it('sends only what differs when a list is replaced', async () => {
  const source = listSource<{ id: string; n: number }>();
  source.set({ id: 'a', n: 1 }, { id: 'b', n: 1 }, { id: 'c', n: 1 });
  await vi.advanceTimersByTimeAsync(0);
  const changes: unknown[] = [];
  source.listen((change) => changes.push(change));
  source.replace([
    { id: 'a', n: 1 },
    { id: 'c', n: 2 },
    { id: 'd', n: 1 },
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(changes).toEqual([
    {
      set: [
        { id: 'c', n: 2 },
        { id: 'd', n: 1 },
      ],
      remove: ['b'],
    },
  ]);
});
