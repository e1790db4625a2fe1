// A token travels where nobody can read it, and elsewhere only as a person agreed.
import { expect, test } from 'vitest';
import { mayCarryToken } from '../../../../src-main/core/http/token-in-clear.ts';

test.each(['https://games.example', 'http://127.0.0.1:8080', 'http://localhost'])('to %s it always may', (address) => {
  expect(mayCarryToken(address)).toBe(true);
});

test('over http to another machine it may once one of those who can has agreed', () => {
  const address = 'http://games.example';
  expect(mayCarryToken(address)).toBe(false);
  expect(mayCarryToken(address, {}, undefined)).toBe(false);
  expect(mayCarryToken(address, { allow_in_the_clear: false })).toBe(false);
  expect(mayCarryToken(address, { allow_in_the_clear: true })).toBe(true);
  expect(mayCarryToken(address, { allow_in_the_clear: undefined }, { allow_in_the_clear: true })).toBe(true);
});
