import { expect, test } from 'vitest';
import { decideRestart, isCrashLoop } from '../../../../embedded-server/runtime/replicas/decide-restart.ts';

/** Of servers that never could be joined. */
const ends = (...times: number[]) => times.map((at) => ({ at, wasReached: false }));
const one = { count: 1 };
const three = { count: 3 };

test('waits longer after each end, and gives up after three restarts within a minute', () => {
  expect(decideRestart(ends(0), 0, one)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(ends(0, 1000), 1000, one)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart(ends(0, 1000, 3000), 3000, one)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart(ends(0, 1000, 3000, 7000), 7000, one)).toEqual({ again: false, endings: 4 });
  expect(decideRestart(ends(0, 1000, 3000, 70_000), 70_000, one)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(ends(60_000, 61_000, 63_000, 0), 0, one), 'the clock was set back').toEqual({
    again: true,
    afterMs: 1000,
  });
});

test('counts all that a namespace keeps as one where they could be joined: they may end at once', () => {
  const reached = (count: number) => Array.from({ length: count }, () => ({ at: 0, wasReached: true }));
  expect(decideRestart(reached(3), 0, three)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(reached(4), 0, three)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart(reached(9), 0, three)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart(reached(10), 0, three)).toEqual({ again: false, endings: 10 });
});

test('counts each that never could be joined, however many a namespace keeps', () => {
  expect(decideRestart(ends(0, 0, 0, 0), 0, three)).toEqual({ again: false, endings: 4 });
});

test('says that crashes are a loop from the third on within a minute, counted as for restarts', () => {
  expect([ends(0, 20_000), ends(0, 20_000, 40_000), ends(0, 30_000, 60_000)].map((all) => loops(all, 1))).toEqual([
    false,
    true,
    false,
  ]);
  const reached = (count: number) => ends(...Array(count).fill(0)).map(({ at }) => ({ at, wasReached: true }));
  expect([3, 6, 7].map((count) => loops(reached(count), 3))).toEqual([false, false, true]);
});

function loops(crashes: ReturnType<typeof ends>, count: number): boolean {
  return isCrashLoop(crashes, crashes.at(-1)?.at ?? 0, count);
}
