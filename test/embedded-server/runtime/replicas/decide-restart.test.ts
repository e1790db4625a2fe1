import { expect, test } from 'vitest';
import { decideRestart } from '../../../../embedded-server/runtime/replicas/decide-restart.ts';

test('waits longer after each end, and gives up after three restarts within a minute', () => {
  expect(decideRestart([0], 0)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart([0, 1000], 1000)).toEqual({ again: true, afterMs: 2000 });
  expect(decideRestart([0, 1000, 3000], 3000)).toEqual({ again: true, afterMs: 4000 });
  expect(decideRestart([0, 1000, 3000, 7000], 7000)).toEqual({ again: false, endings: 4 });
  expect(decideRestart([0, 1000, 3000, 70_000], 70_000)).toEqual({ again: true, afterMs: 1000 });
  expect(decideRestart([60_000, 61_000, 63_000, 0], 0), 'the clock was set back').toEqual({
    again: true,
    afterMs: 1000,
  });
});
