// Which remotes are reached at an address of this machine, so that nothing is said to leave it.
import { expect, it } from 'vitest';
import { isOfThisMachine } from '../../../../src-renderer/features/welcome/welcome-selectors.ts';

it.each([
  ['http://127.0.0.1:7421', true],
  ['http://127.4.0.9:7421', true],
  ['https://localhost', true],
  ['http://[::1]:7421', true],
  ['http://10.0.0.5:7420', false],
  ['https://localhost.example', false],
  ['https://127.0.0.1.example', false],
])('%s: %s', (url, expected) => {
  expect(isOfThisMachine({ url })).toBe(expected);
});
