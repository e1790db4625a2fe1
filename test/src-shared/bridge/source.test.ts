// Sources gather fast changes so that a window gets few.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSameButFresh, listSource, valueSource } from '../../../src-shared/bridge/source.ts';

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

it.each<[before: object, next: object, isSame: boolean]>([
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: [1, 2] }, { a: [1] }, false],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
  [{ a: null }, {}, false],
  [{ a: [] }, { a: {} }, false],
])('takes %j and %j, read at different times, for the same: %j', (before, next, isSame) => {
  const at = (value: object, fresh_at?: number): { fresh_at?: number | undefined } => ({ ...value, fresh_at });
  expect(isSameButFresh(at(before, 1), at(next, 2))).toBe(isSame);
  expect(isSameButFresh(at(next, 1), at(before, 2))).toBe(isSame);
  expect(isSameButFresh(at(before), at(next, 1))).toBe(false);
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

type Read = { id: string; n?: number; fresh_at?: number; stale_since?: number };

it('does not tell a value that was only read again, yet whoever comes later gets the newest', async () => {
  const source = valueSource<Read>({ id: 'a' }, { isSame: isSameButFresh });
  const values: unknown[] = [];
  source.listen((value) => values.push(value));
  for (const value of [
    { id: 'a', fresh_at: 1 },
    { id: 'a', fresh_at: 2 },
    { id: 'a', fresh_at: 3 },
    { id: 'a', fresh_at: 3, stale_since: 3 },
    { id: 'a', fresh_at: 4 },
    { id: 'a', fresh_at: 5, n: 1 },
  ]) {
    source.set(value);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(values).toEqual([
    { id: 'a', fresh_at: 1 }, // that it was read at all
    { id: 'a', fresh_at: 3, stale_since: 3 },
    { id: 'a', fresh_at: 4 },
    { id: 'a', fresh_at: 5, n: 1 },
  ]);
  source.set({ id: 'a', fresh_at: 6, n: 1 });
  expect(source.snapshot()).toEqual({ id: 'a', fresh_at: 6, n: 1 });
});

it('tells of a list only the items that are another for who looks', async () => {
  const source = listSource<Read>({ isSame: isSameButFresh });
  source.set({ id: 'a', fresh_at: 1 }, { id: 'b', fresh_at: 1 });
  await vi.advanceTimersByTimeAsync(0);
  const changes: unknown[] = [];
  source.listen((change) => changes.push(change));
  source.set({ id: 'a', fresh_at: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(changes).toEqual([]);
  source.set({ id: 'a', fresh_at: 3 }, { id: 'b', fresh_at: 3, n: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(changes).toEqual([{ set: [{ id: 'b', fresh_at: 3, n: 1 }], remove: [] }]);
  expect(source.snapshot()[0]).toEqual({ id: 'a', fresh_at: 3 });
});
