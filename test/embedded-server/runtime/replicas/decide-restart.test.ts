import { expect, test } from 'vitest';
import { countEnding, decideRestart } from '../../../../embedded-server/runtime/replicas/decide-restart.ts';

/** Of servers that never could be joined. */
const ends = (...times: number[]) => times.map((at) => countEnding(at, false, 1));

test('waits longer after each end, and gives up after three restarts within a minute', () => {
  expect(decideRestart(ends(0), 0)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(ends(0, 1000), 1000)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart(ends(0, 1000, 3000), 3000)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart(ends(0, 1000, 3000, 7000), 7000)).toEqual({ again: false, endings: 4 });
  expect(decideRestart(ends(0, 1000, 3000, 70_000), 70_000)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(ends(60_000, 61_000, 63_000, 0), 0), 'the clock was set back').toEqual({
    again: true,
    afterMs: 1000,
  });
});

test('counts all that a namespace keeps as one where they could be joined: they may end at once', () => {
  const three = (count: number) => Array.from({ length: count }, () => countEnding(0, true, 3));
  expect(decideRestart(three(3), 0)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(three(4), 0)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart(three(9), 0)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart(three(10), 0)).toEqual({ again: false, endings: 10 });
});

test('counts each that never could be joined, however many a namespace keeps', () => {
  const never = Array.from({ length: 4 }, () => countEnding(0, false, 3));
  expect(decideRestart(never, 0)).toEqual({ again: false, endings: 4 });
});
