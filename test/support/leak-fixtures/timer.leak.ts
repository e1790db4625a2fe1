// Leaks a timer on purpose.
import { expect, test } from 'vitest';

test('leaves a timer running', () => {
  expect(setInterval(() => {}, 60_000)).toBeDefined();
});
