// Rows of the player log as steps and points: nothing is drawn that was not seen.
import { expect, it } from 'vitest';
import { peakOf, pointsOf, stepsOf, type WatchedSpan } from '../../../../src-main/core/players/player-steps.ts';
import { createRandom, type Random } from '../../../support/random.ts';

const span = (from: number, to: number, ...rows: [number, string, number | null][]): WatchedSpan => ({
  from,
  to,
  rows: rows.map(([at, namespace_id, players]) => ({ at, namespace_id, players })),
});
const whole = { from: 0, to: 1000 };

it('what was not watched is not known, before, between and after', () => {
  const steps = stepsOf([span(100, 200, [100, '', 0]), span(300, 400, [310, '', 0])], whole, false);
  expect(steps).toEqual([
    { from: 0, to: 100, players: null },
    { from: 100, to: 200, players: 0 },
    { from: 200, to: 310, players: null },
    { from: 310, to: 400, players: 0 },
    { from: 400, to: 1000, players: null },
  ]);
});

it('nobody in the game is nobody in the namespace, and who is back is counted as before', () => {
  const rows = span(0, 1000, [0, '', 3], [0, 'ns', 2], [400, '', 0], [600, '', 3]);
  expect(stepsOf([rows], whole, false).map(({ players }) => players)).toEqual([2, 0, 2]);
});

it('the count of a whole game is that of its only namespace, and of no other', () => {
  const rows = span(0, 1000, [0, '', 5]);
  expect(stepsOf([rows], whole, true)).toEqual([{ from: 0, to: 1000, players: 5 }]);
  expect(stepsOf([rows], whole, false)).toEqual([{ from: 0, to: 1000, players: null }]);
});

it('a short crowd is still the peak of its stretch, and the line ends at what is now', () => {
  const rows = span(0, 100_000, [0, '', 1], [50_000, '', 99], [50_010, '', 2]);
  const range = { from: 0, to: 100_000 };
  const steps = stepsOf([rows], range, true);
  const points = pointsOf(steps, range);
  expect(Math.max(...points.map(({ players }) => players ?? 0))).toBe(99);
  expect(points.at(-1)).toEqual({ at: 100_000, players: 2 });
  expect(peakOf(steps, { from: 0, to: 40_000 })).toBe(1);
  expect(peakOf(steps, { from: 40_000, to: 60_000 })).toBe(99);
});

it('the line begins when somebody began to watch, and ends when nobody did any more', () => {
  const range = { from: 0, to: 100_000 };
  const points = pointsOf(stepsOf([span(33_333, 66_666, [33_333, '', 5])], range, true), range);
  expect(points.filter(({ players }) => players !== null)).toEqual([
    { at: 33_333, players: 5 },
    { at: 66_666, players: 5 },
  ]);
});

it('a peak of a time that nobody watched is not known', () => {
  const steps = stepsOf([span(500, 1000, [500, '', 4])], whole, true);
  expect(peakOf(steps, { from: 0, to: 500 })).toBeUndefined();
});

function randomRows(random: Random): [number, string, number | null][] {
  const rows: [number, string, number | null][] = [];
  for (let at = random.below(200); at < 900; at += 1 + random.below(40)) {
    rows.push([at, '', random.below(10) === 0 ? null : random.below(50)]);
  }
  return rows;
}

it('any log gives few points, in order, within the window, and none that was not in it', () => {
  const random = createRandom();
  for (let round = 0; round < 200; round += 1) {
    const rows = randomRows(random);
    const steps = stepsOf([span(rows[0]?.[0] ?? 0, 900, ...rows)], whole, true);
    const points = pointsOf(steps, whole);
    const seen = new Set(rows.map(([, , players]) => players));
    expect(points.length).toBeLessThanOrEqual(302);
    for (const [n, point] of points.entries()) {
      expect(point.at).toBeGreaterThanOrEqual(points[n - 1]?.at ?? 0);
      expect(point.at).toBeLessThanOrEqual(1000);
      expect(point.players === null || seen.has(point.players)).toBe(true);
    }
    expect(points.at(-1)?.players).toBeNull();
  }
});
