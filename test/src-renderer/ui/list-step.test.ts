// Where keys lead in a list.
import { expect, test } from 'vitest';
import { listStep } from '../../../src-renderer/ui/list-step.ts';

test('moves in a list by arrows and letters, and never past its ends', () => {
  const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false });
  expect(listStep(press('j'), 0, 3)).toBe(1);
  expect(listStep(press('ArrowDown'), 2, 3)).toBe(2);
  expect(listStep(press('k'), 0, 3)).toBe(0);
  expect(listStep(press('End'), 0, 3)).toBe(2);
  expect(listStep(press('PageDown'), 0, 30)).toBe(10);
  expect(listStep(press('j', true), 0, 3)).toBeUndefined();
  expect(listStep(press('x'), 0, 3)).toBeUndefined();
  expect(listStep(press('j'), 0, 0)).toBeUndefined();
  expect(listStep(press('toString'), 0, 3)).toBeUndefined();
});
