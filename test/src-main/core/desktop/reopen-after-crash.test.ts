import { expect, test } from 'vitest';
import { createReopening } from '../../../../src-main/core/desktop/reopen-after-crash.ts';

test('opens a crashed window again three times within a minute, and then no more', () => {
  let now = 0;
  const { mayReopen } = createReopening(() => now);
  expect([mayReopen(), mayReopen(), mayReopen(), mayReopen()]).toEqual([true, true, true, false]);
  now = 61_000;
  expect(mayReopen()).toBe(true);
});
