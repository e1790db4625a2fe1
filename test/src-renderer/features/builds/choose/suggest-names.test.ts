// Which names are suggested for a version and a game.
import { expect, test } from 'vitest';
import {
  gameNameOf,
  nextVersionName,
  suggestedVersion,
} from '../../../../../src-renderer/features/builds/choose/suggest-names.ts';

test.each([
  [[], '0.0.1'],
  [['0.0.1'], '0.0.2'],
  [['v0.4.1', 'v0.5.0'], 'v0.5.1'],
  [['1.2.0-rc1'], '1.2.0-rc2'],
  [['v9', 'v10', 'v9'], 'v11'],
  [['nightly'], '0.0.1'],
  [['v1.9', 'nightly'], 'v1.10'],
  [['Sample 47017e2b'], '0.0.1'],
  [['v1.9', '1.9.0-4-g47017e2'], 'v1.10'],
  [['20261127'], '20261128'],
])('after %j comes %s', (names, next) => {
  expect(nextVersionName(names)).toBe(next);
});

test.each([
  [undefined, '1.4.0', '1.4.0'],
  [undefined, undefined, '0.1.0'],
  [['0.0.1'], '1.4.0', '1.4.0'],
  [['v1.3.9'], '1.3.10', '1.3.10'],
  [['1.4.0'], '1.4.0', '1.4.1'],
  [['1.4.0', 'nightly-7'], '1.4.0', 'nightly-8'],
  [['v2.0.0'], '1.0.0', 'v2.0.1'],
])('after %j a build that says it is %s is called %s', (names, own, version) => {
  expect(suggestedVersion(names, own)).toBe(version);
});

test('the first version of a game that was made empty follows none', () => {
  expect(suggestedVersion(['0.0.1'], undefined, false)).toBe('0.1.0');
  expect(suggestedVersion(['0.0.1'], '0.0.1', false)).toBe('0.1.0');
  expect(suggestedVersion(['0.0.1'], '0.0.3', false)).toBe('0.0.3');
});

test.each([
  ['pocket-regatta', 'Pocket regatta'],
  ['Tidebreak.x86_64', 'Tidebreak'],
  ['reef_server.tar.zst', 'Reef server'],
  ['server.js', 'Server'],
  ['...', 'New game'],
  ['日本', '日本'],
])('calls the game of %s %s', (source, name) => {
  expect(gameNameOf(source)).toBe(name);
});
