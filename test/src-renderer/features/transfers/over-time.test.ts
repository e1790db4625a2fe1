// The parts over time: bars on one axis, and the time in which nothing went out.
import { expect, test } from 'vitest';
import { overTime } from '../../../../src-renderer/features/transfers/over-time.ts';
import type { PartMap } from '../../../../src-shared/transfers/part-map.ts';

const map: PartMap = {
  kinds: [
    ['verified', 2],
    ['in_flight', 1],
    ['queued', 1],
  ],
  lengths: [[10, 4]],
  levels: { 3: 0.5 },
  why: {},
  recent: [
    { number: 1, tries: [{ from: 0, to: 10_000, is_there: true }] },
    { number: 2, tries: [{ from: 10_000, to: 20_000, is_there: true }] },
    {
      number: 3,
      tries: [
        { from: 20_000, to: 30_000, is_there: false },
        { from: 90_000, to: 90_000, is_there: false },
      ],
    },
  ],
};

test('the last try goes on until now, what was lost stays, and the silence between is a gap', () => {
  const times = overTime(map, 100_000);
  expect(times).toMatchObject({ from: 0, to: 100_000, gap: { start: 0.3, length: 0.6, ms: 60_000 } });
  expect(times?.rows[2]).toEqual({
    number: 3,
    kind: 'in_flight',
    bytes: 10,
    level: 0.5,
    endedAt: 100_000,
    bars: [
      { kind: 'lost', start: 0.2, length: 0.1 },
      { kind: 'in_flight', start: 0.9, length: 0.1 },
    ],
  });
});

test('what the other side kept of a try is not lost, and while the part is held nobody knows', () => {
  const tries = [
    { from: 0, to: 20_000, is_there: false, kept_share: 0.75 },
    { from: 40_000, to: 80_000, is_there: false },
  ];
  const first = { number: 1, tries: [{ from: 0, to: 100_000, is_there: true }] };
  const barsWhen = (kind: 'held' | 'queued') =>
    overTime(
      {
        ...map,
        kinds: [
          ['verified', 1],
          [kind, 3],
        ],
        recent: [first, { number: 2, tries }],
      },
      100_000,
    )?.rows[1]?.bars;
  const kept = [
    { kind: 'kept', start: 0, length: 0.15 },
    { kind: 'lost', start: 0.15, length: 0.05 },
  ];
  expect(barsWhen('held')).toEqual([...kept, { kind: 'held', start: 0.4, length: 0.4 }]);
  expect(barsWhen('queued')).toEqual([...kept, { kind: 'lost', start: 0.4, length: 0.4 }]);
});

test('says how often one is finished only where nothing stood still since', () => {
  expect(overTime(map, 100_000)?.everyMs).toBeUndefined();
  const flowing = { ...map, recent: map.recent?.slice(0, 2) };
  expect(overTime(flowing, 100_000)).toMatchObject({ to: 20_000, gap: undefined, everyMs: 10_000 });
});

test('shows nothing of one part alone, nor of what goes by in seconds', () => {
  const [first, second] = map.recent ?? [];
  const quick = second && { ...second, tries: [{ from: 5_000, to: 9_000, is_there: true }] };
  const early = first && { ...first, tries: [{ from: 0, to: 5_000, is_there: true }] };
  expect(overTime({ ...map, recent: [early, quick].flatMap((one) => one ?? []) }, 100_000)).toBeUndefined();
  expect(overTime({ ...map, recent: map.recent?.slice(0, 1) }, 100_000)).toBeUndefined();
  expect(overTime({ ...map, recent: undefined }, 100_000)).toBeUndefined();
});
