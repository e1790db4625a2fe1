import { expect, test } from 'vitest';
import {
  counted,
  formatClock,
  formatCount,
  formatDate,
  formatDuration,
  formatSince,
  formatSize,
  shortId,
} from '../../../src-renderer/ui/format.ts';

test.each([
  [212_400_000_000, '212 GB'],
  [1_240_000_000, '1.24 GB'],
  [38_000_000, '38 MB'],
  [12_300, '12 kB'],
  [1_000, '1 kB'],
  [205, '205 B'],
  [0, '0 B'],
  [1_500_000_000_000, '1,500 GB'],
])('says %i bytes in decimal units', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

test.each([
  [290, '0.3 s'],
  [3, '0.1 s'],
  [12_000, '12 s'],
  [63_000, '1 min 3 s'],
  [120_000, '2 min'],
  [59_700, '1 min'],
  [7_200_000, '2 h'],
  [7_500_000, '2 h 5 min'],
])('says %i ms as a short time', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test('puts a comma into counts from 1,000', () => {
  expect(formatCount(999)).toBe('999');
  expect(formatCount(10_000)).toBe('10,000');
  expect(counted(1, 'player')).toBe('1 player');
  expect(counted(0, 'player')).toBe('0 players');
});

test('says times by a 24 hour clock', () => {
  const at = new Date(2026, 10, 16, 9, 12).getTime();
  expect(formatClock(at)).toBe('09:12');
  expect(formatDate(at)).toBe('16 Nov, 09:12');
  expect(formatDate(new Date(2026, 8, 1, 23, 5).getTime())).toBe('1 Sep, 23:05');
});

test('shortens an id in the middle', () => {
  expect(shortId('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7')).toBe('3f9c27d4-61b8…e1a7');
  expect(shortId('local')).toBe('local');
});

test('says a moment of today by its clock time, and an earlier one with its day', () => {
  const now = new Date(2026, 10, 21, 18, 5).getTime();
  expect(formatSince(new Date(2026, 10, 21, 0, 1).getTime(), now)).toBe('00:01');
  expect(formatSince(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('20 Nov, 23:59');
});
