import { expect, test } from 'vitest';
import { decideRestart } from '../../../../embedded-server/runtime/replicas/decide-restart.ts';

const one = { count: 1 };

test('waits longer after each end, and gives up after three restarts within a minute', () => {
  expect(decideRestart([0], 0, one)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart([0, 1000], 1000, one)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart([0, 1000, 3000], 3000, one)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart([0, 1000, 3000, 7000], 7000, one)).toEqual({ again: false, endings: 4 });
  expect(decideRestart([0, 1000, 3000, 70_000], 70_000, one)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart([60_000, 61_000, 63_000, 0], 0, one), 'the clock was set back').toEqual({
    again: true,
    afterMs: 1000,
  });
});

test('counts rounds where a namespace keeps several: all of them may end at once', () => {
  const four = { count: 4 };
  expect(decideRestart(Array(4).fill(0), 0, four)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart(Array(5).fill(0), 0, four)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart(Array(12).fill(0), 0, four)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart(Array(13).fill(0), 0, four)).toEqual({ again: false, endings: 13 });
});
