// The drawing of a timeline, and what it says: gaps stay gaps, short deployments join, what can be gone back to stays apart.
import { describe, expect, test } from 'vitest';
import { blocksOf, edgeOf, linesOf, scaleOf, ticksOf } from '../../../../src-renderer/features/board/timeline-chart.ts';
import { formatBlock, formatChart, hintLines } from '../../../../src-renderer/features/board/timeline-format.ts';
import type { TimelineDeployment, TimelineView } from '../../../../src-shared/namespaces/timeline.ts';
import { evening, someTimeline, wave } from '../../support/some-board.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const points = (...players: (number | null)[]) => players.map((each, at) => ({ at: at * 100, players: each }));
const range = { from: 0, to: 400 };

describe('the line', () => {
  test('is broken where nothing was watched, and the area under it too', () => {
    const { line, area } = linesOf(points(1, 2, null, 3, 4), range);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(area.match(/Z/g)).toHaveLength(2);
    expect(linesOf(points(null, null), range)).toEqual({ line: '', area: '' });
  });

  test.each([
    [0, 4],
    [3, 4],
    [9, 9],
    [12, 12],
    [34, 35],
    [101, 120],
    [1_000, 1_000],
    [4_294_967_295, 4_400_000_000],
  ])('with at most %i players has a scale to %i', (most, scale) => {
    expect(scaleOf(points(0, most))).toBe(scale);
    expect(scaleOf(points(0, most))).toBeGreaterThanOrEqual(most);
  });

  test('has no live edge while the present is not known', () => {
    expect(edgeOf(points(1, null))).toBeUndefined();
    expect(edgeOf(points(null, 4))).toBeLessThan(edgeOf(points(4, 0)) ?? 0);
  });

  test('is described in a sentence, with what is not known', () => {
    const timeline = someTimeline('prod', 9);
    expect(formatChart(timeline)).toMatch(/^\d+ players now, at most \d+ in this time$/);
    expect(formatChart({ ...timeline, points: wave(9, [4, 2]) })).toContain('with times that were not watched');
    expect(formatChart({ ...timeline, points: [] })).toBe('No players were counted in this time yet');
    expect(formatChart({ ...timeline, tells_players: false })).toContain('only the players of the whole game');
  });
});

describe('the deployments', () => {
  test('are blocks with their part of the width, clipped to the window', () => {
    const blocks = blocksOf(someTimeline('prod', 9));
    expect(blocks.map(({ kind }) => kind)).toEqual(['plain', 'back', 'now']);
    expect(blocks[0]?.start).toBe(0);
    expect(blocks.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1);
  });

  test('that were rolled back are never what one goes back to', () => {
    const blocks = blocksOf(someTimeline('playtest', 30));
    expect(blocks.map(({ kind }) => kind)).toEqual(['plain', 'fell', 'back', 'now']);
  });

  test('that are very short join, but for what runs and what can be gone back to', () => {
    const deployments: TimelineDeployment[] = Array.from({ length: 60 }, (_, n) => ({
      version_id: `v${n}`,
      display_name: `v${n}`,
      from: evening - 2 * DAY + n * 60_000,
      is_rolled_back: false,
      ...(n === 59 ? {} : { to: evening - 2 * DAY + (n + 1) * 60_000 }),
    }));
    const timeline: TimelineView = {
      ...someTimeline('prod', 9),
      deployments,
      roll_back: { version_id: 'v58', display_name: 'v58' },
    };
    const blocks = blocksOf(timeline);
    expect(blocks.map(({ kind }) => kind)).toEqual(['plain', 'back', 'now']);
    expect(blocks[0]?.deployments).toHaveLength(58);
  });

  test('have names that say what a press does', () => {
    const words = blocksOf(someTimeline('playtest', 30)).map(formatBlock);
    expect(words[1]).toBe('v0.4.8, on 17 Nov, crashed 3×, rolled back');
    expect(words[2]).toMatch(/^v0\.4\.2, .*17.* Nov, roll back$|^v0\.4\.2, on 17 Nov, roll back$/);
    expect(words[3]).toMatch(/^v0\.4\.9, since 17 Nov, \d\d:\d\d, runs now$/);
    expect(blocksOf(someTimeline('prod', 9)).map(formatBlock)[1]).toMatch(/^v0\.4\.1, 14 to 16 Nov, roll back$/);
  });

  test('hint at their length, crashes and peak, and at nothing that is not known', () => {
    const [, fell] = blocksOf(someTimeline('playtest', 30));
    if (fell === undefined) throw new Error('expected a block');
    expect(hintLines(fell, evening)).toEqual(['v0.4.8, 12 h, rolled back, 3 crashes, at most 9 players']);
    const { crashes: _crashes, peak: _peak, ...unknown } = fell.deployments[0] as TimelineDeployment;
    expect(hintLines({ ...fell, deployments: [unknown] }, evening)).toEqual(['v0.4.8, 12 h, rolled back']);
  });
});

describe('the axis', () => {
  test.each([
    ['day', DAY, 5],
    ['week', 7 * DAY, 6],
    ['month', 30 * DAY, 5],
  ])('of a %s has a few marks, none under the word "now"', (_, span, least) => {
    const ticks = ticksOf({ from: evening - span, to: evening });
    expect(ticks.length).toBeGreaterThanOrEqual(least);
    expect(ticks.length).toBeLessThanOrEqual(7);
    for (const { start } of ticks) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start).toBeLessThanOrEqual(0.9);
    }
  });

  test('names the month once, and again when it changes', () => {
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
});
