// What is kept of a server's life: fine where it is young, coarse where it is old, never more than so much.
import { expect, test } from 'vitest';
import { createSeries, type StatPoint } from '../../../../embedded-server/runtime/watching/usage-series.ts';
import { seeded } from '../../../support/full-folder.ts';

const DAY_S = 86_400;
const BEGIN = 1_700_000_400_000;
const point = (second: number, more: Partial<StatPoint> = {}): StatPoint => {
  return { at: BEGIN + second * 1000, cpu: 100, memory: 5, connections: 1, bytesIn: 3, bytesOut: 2, ...more };
};

test('the last ten minutes are there to the second', () => {
  const series = createSeries();
  for (let second = 0; second < 600; second += 1) series.add(point(second, { cpu: second }));
  expect(series.points().map(({ cpu }) => cpu)).toEqual(Array.from({ length: 600 }, (_, second) => second));
});

test('older is coarser: ten seconds for two hours, a minute for a day, ten minutes before', () => {
  const series = createSeries();
  for (let second = 0; second < 2 * DAY_S; second += 1) series.add(point(second));
  const all = series.points();
  const steps = all.slice(1).map(({ at }, index) => (at - (all[index]?.at ?? 0)) / 1000);
  expect([...new Set(steps)]).toEqual([600, 60, 10, 1]);
  const count = (step: number) => steps.filter((one) => one === step).length;
  expect(count(1)).toBeGreaterThanOrEqual(599);
  expect(count(10) * 10).toBeGreaterThan(6_000);
  expect(count(60) * 60).toBeGreaterThan(70_000);
});

test('no byte is lost or counted twice, and no peak is flattened', () => {
  const seed = Date.now() % 1_000_000;
  console.log(`series with seed ${seed}`);
  const random = seeded(seed);
  const series = createSeries();
  let sum = 0;
  let peak = 0;
  for (let second = 0; second < DAY_S; ) {
    const [bytesIn, memory] = [Math.floor(random() * 1000), Math.floor(random() * 1e9)];
    series.add(point(second, { bytesIn, memory }));
    sum += bytesIn;
    peak = Math.max(peak, memory);
    second += random() < 0.01 ? Math.floor(random() * 500) : 1;
  }
  const all = series.points();
  expect(all.reduce((total, { bytesIn }) => total + bytesIn, 0)).toBe(sum);
  expect(Math.max(...all.map(({ memory }) => memory))).toBe(peak);
  for (const [index, { at }] of all.entries()) if (index > 0) expect(at).toBeGreaterThan(all[index - 1]?.at ?? 0);
});

test('a server of a year still shows its first day, in as little memory', () => {
  const series = createSeries();
  for (let minute = 0; minute < 365 * 1440; minute += 1)
    series.add(point(minute * 60, { cpu: minute < 1440 ? 900 : 100 }));
  const all = series.points();
  expect(all.length).toBeLessThan(600 + 720 + 1440 + 1008);
  expect(all[0]?.at).toBeLessThanOrEqual(BEGIN);
  expect(all[0]?.cpu).toBeGreaterThan(400);
});

test('a mean is a mean of all, however many were merged', () => {
  const series = createSeries();
  for (let second = 0; second < 1200; second += 1) series.add(point(second, { cpu: second % 10 }));
  const [first] = series.points();
  expect(first?.cpu).toBeCloseTo(4.5);
  expect(first?.bytesIn).toBe(30);
});

test('a clock that is set back does not tear the order', () => {
  const series = createSeries();
  for (const second of [10, 11, 3, 4, 12]) series.add(point(second));
  expect(series.points().map(({ at }) => (at - BEGIN) / 1000)).toEqual([10, 11, 12]);
  expect(series.points().reduce((sum, { bytesIn }) => sum + bytesIn, 0)).toBe(15);
});

test('a series comes back from its points and goes on', () => {
  const series = createSeries();
  for (let second = 0; second < 20_000; second += 1) series.add(point(second));
  const back = createSeries(series.points());
  expect(back.points()).toEqual(series.points());
  back.add(point(20_000));
  expect(back.points().at(-1)).toEqual(point(20_000));
});

test('moments stay in order where the coarsest gets coarser, after a week', () => {
  const series = createSeries();
  for (let step = 0; step < 4_000; step += 1) {
    series.add(point(step * 300));
    if (step % 10 > 0) continue;
    const moments = series.points().map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  }
});
