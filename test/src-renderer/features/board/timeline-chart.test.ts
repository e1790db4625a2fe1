// The drawing of a timeline, and what it says: gaps stay gaps, short deployments join, what can be gone back to stays apart.
import { describe, expect, test } from 'vitest';
import {
  axisOf,
  type Block,
  crashFlags,
  edgeOf,
  layOut,
  linesOf,
  scaleOf,
} from '../../../../src-renderer/features/board/timeline-chart.ts';
import {
  formatBlock,
  formatChart,
  formatFlag,
  hintLines,
} from '../../../../src-renderer/features/board/timeline-format.ts';
import { isMarked } from '../../../../src-renderer/features/namespaces/roll-back-selectors.ts';
import type { TimelineDeployment, TimelineView } from '../../../../src-shared/namespaces/timeline.ts';
import { evening, someTimeline, wave } from '../../support/some-board.ts';

const blocksOf = (timeline: TimelineView) => layOut(timeline).blocks;
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

describe('the flags of crashes', () => {
  const block = (start: number, crashes: number, kind: Block['kind'] = 'plain'): Block => {
    return { deployments: [], start, part: 0.1, kind, marks: { crashes, failed: 0 } };
  };

  test('stand where one crashed that is over, with the number alone where the next one is near', () => {
    const blocks = [block(0.1, 2), block(0.4, 3), block(0.5, 0), block(0.55, 4), block(0.9, 5, 'now')];
    expect(crashFlags(blocks).map(({ start, isShort }) => [start, isShort])).toEqual([
      [0.55, false],
      [0.4, true],
      [0.1, false],
    ]);
    const close = [block(0, 1), block(0.15, 2), block(0.2, 3)];
    expect(crashFlags(close).map(({ start, isShort }) => [start, isShort])).toEqual([
      [0.2, false],
      [0, false],
    ]);
  });

  test('say the same number with words and without', () => {
    const says = (crashes: number, failed: number) =>
      [false, true].map((isShort) => formatFlag({ marks: { crashes, failed }, isShort }));
    expect(says(3, 2)).toEqual(['crashed 3×', '3×']);
    expect(says(0, 2)).toEqual(['did not start 2×', '2×']);
  });

  test('at the right edge stand before their place, unless they would lie on another one', () => {
    const shown = (...blocks: Block[]) =>
      crashFlags(blocks).map(({ start, isBefore, isShort }) => [start, isBefore, isShort]);
    expect(shown(block(0.3, 1), block(0.9, 3))).toEqual([
      [0.9, true, false],
      [0.3, false, false],
    ]);
    expect(shown(block(0.75, 2), block(0.9, 3))).toEqual([
      [0.9, false, true],
      [0.75, false, true],
    ]);
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

  test('whose servers did not start say so, where none crashed and none ran well since', () => {
    const timeline = someTimeline('prod', 9);
    const words = (told: Partial<TimelineDeployment>) => {
      const deployments = timeline.deployments?.map((each) => ({ ...each, ...told })) ?? [];
      return blocksOf({ ...timeline, deployments }).map((block) => `${isMarked(block.marks)} ${formatBlock(block)}`)[0];
    };
    expect(words({ crashes: 0, failed_starts: 3 })).toMatch(/^true .*, did not start 3×/);
    expect(words({ crashes: 0, failed_starts: 1, ran_well: false })).toMatch(/^true .*, did not start/);
    expect(words({ crashes: 4, failed_starts: 1, ran_well: false })).toMatch(/^true .*, crashed 4×/);
    expect(words({ crashes: 0, failed_starts: 3, ran_well: true })).toMatch(/^false /);
  });

  test('are wide enough to be pressed however short they are, and the oldest of many are one', () => {
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
    const { blocks, bend } = layOut(timeline);
    expect(blocks.map(({ kind }) => kind).slice(-2)).toEqual(['back', 'now']);
    expect(blocks[0]?.deployments).toHaveLength(47);
    for (const { part } of blocks) expect(part).toBeGreaterThanOrEqual(24 / 400 - 1e-9);
    const { start, part, deployments: shown } = blocks.at(-1) as Block;
    expect(start + part).toBeCloseTo(1);
    // The chart is bent with them: what runs now begins where its block does.
    const began = shown[0] as TimelineDeployment;
    expect(bend((began.from - timeline.from) / (timeline.to - timeline.from))).toBeCloseTo(start);
    expect([bend(0), bend(1)]).toEqual([0, expect.closeTo(1)]);
  });

  test('stand below each other at the same moment in all lanes, each as wide as alone', () => {
    const lanes = ['prod', 'staging', 'playtest', 'dev'].map((name) => someTimeline(name, 9));
    const axis = axisOf(lanes);
    if (axis === undefined) throw new Error('expected one axis');
    const laid = lanes.map((lane) => layOut(lane, 1, axis));
    for (const { blocks, bend } of laid) {
      for (const { start, deployments } of blocks.slice(1)) {
        const began = ((deployments[0] as TimelineDeployment).from - axis.from) / (axis.to - axis.from);
        expect(start).toBeCloseTo(axis.bend(began), 5);
        expect(bend(began)).toBe(axis.bend(began));
      }
      for (const { part } of blocks) expect(part).toBeGreaterThanOrEqual(24 / 400 - 1e-9);
      const last = blocks.at(-1) as Block;
      expect(last.start + last.part).toBeCloseTo(1);
    }
    // On axes of their own the same moment stood elsewhere.
    const noon = (evening - 3 * DAY - axis.from) / (axis.to - axis.from);
    expect(new Set(lanes.map((lane) => layOut(lane).bend(noon).toFixed(3))).size).toBeGreaterThan(1);
  });

  test('have no axis together where the short ones of all lanes have no room beside each other', () => {
    const deployment = (n: number): TimelineDeployment => ({
      version_id: `v${n}`,
      display_name: `v${n}`,
      from: evening - 2 * DAY + n * HOUR,
      is_rolled_back: false,
      ...(n % 10 === 9 ? {} : { to: evening - 2 * DAY + (n + 1) * HOUR }),
    });
    const lane = (first: number) => ({
      ...someTimeline('prod', 9),
      deployments: Array.from({ length: 10 }, (_, n) => deployment(first + n)),
    });
    expect(axisOf([lane(0)])).toBeDefined();
    expect(axisOf([lane(0), lane(10), lane(20)])).toBeUndefined();
  });

  test('that begin at one moment are drawn beside each other', () => {
    const { deployments, ...timeline } = someTimeline('prod', 9);
    const now = (deployments ?? []).map((one) => ({ ...one, from: evening, ...(one.to && { to: evening }) }));
    for (const { part } of blocksOf({ ...timeline, deployments: now }))
      expect(part).toBeGreaterThanOrEqual(0.06 - 1e-9);
  });

  test('that were left before a server of them could be joined are drawn too: somebody put them there', () => {
    const { deployments, ...timeline } = someTimeline('prod', 9);
    const [first, ...others] = deployments ?? [];
    if (first === undefined) throw new Error('expected a deployment');
    const left = { ...first, ran_ms: 0, crashes: 0 };
    expect(blocksOf({ ...timeline, deployments: [left, ...others] })).toHaveLength(3);
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
