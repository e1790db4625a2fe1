// The marks of a timeline's axis.
import { expect, test } from 'vitest';
import { ticksOf } from '../../../../src-renderer/features/board/timeline-ticks.ts';
import { evening } from '../../support/some-board.ts';

const DAY = 86_400_000;

test('an axis of twenty minutes begins with the first whole minute, where that is, and goes on in fives', () => {
  const from = new Date(2026, 10, 20, 14, 1, 50).getTime();
  const [first, ...others] = ticksOf({ from, to: from + 20 * 60_000 });
  expect(first).toMatchObject({ at: from + 10_000, words: '14:02' });
  expect(first?.start).toBeCloseTo(10 / 1_200);
  expect(others.map((tick) => tick.words)).toEqual(['14:05', '14:10', '14:15']);
});

test('an axis of text at 200 % has fewer marks, none on top of another', () => {
  const from = new Date(2026, 10, 20, 14, 2, 10).getTime();
  const marks = ticksOf({ from, to: from + 20 * 60_000 }, (part) => part, 2);
  expect(marks.map((tick) => tick.words)).toEqual(['14:03', '14:10']);
});

test.each([
  ['day', DAY, 5],
  ['week', 7 * DAY, 6],
  ['month', 30 * DAY, 5],
])('an axis of a %s has a few marks, none under the word "now"', (_, span, least) => {
  const ticks = ticksOf({ from: evening - span, to: evening });
  expect(ticks.length).toBeGreaterThanOrEqual(least);
  expect(ticks.length).toBeLessThanOrEqual(7);
  for (const { start } of ticks) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start).toBeLessThanOrEqual(0.9);
  }
});

test('an axis names the month once, and again when it changes', () => {
  const to = new Date(2026, 11, 3, 12).getTime();
  expect(ticksOf({ from: to - 7 * DAY, to }).map(({ words }) => words)).toEqual([
    '27 Nov',
    '28',
    '29',
    '30',
    '1 Dec',
    '2',
  ]);
});
