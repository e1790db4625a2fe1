// What a server used lately, in so few points that a small chart can show them.
import { expect, it } from 'vitest';
import { lately, thinned } from '../../../../src-main/core/servers/server-detail.ts';

const point = (second: number) => {
  return {
    at: second * 1000,
    cpu: second % 2 === 0 ? 100 : 300,
    memory: 50,
    connections: 1,
    bytes_in: 10,
    bytes_out: 1,
  };
};
const seconds = (count: number) => Array.from({ length: count }, (_, second) => point(second));

it('keeps each second of a young server', () => {
  expect(thinned(seconds(100))).toEqual(seconds(100));
});

it('tells ten minutes in at most so many points, with the middle of what was used and all bytes', () => {
  const points = thinned(seconds(600));
  expect(points.length).toBeLessThanOrEqual(121);
  expect(points.reduce((sum, each) => sum + each.bytes_in, 0)).toBe(6_000);
  for (const { cpu } of points) expect(cpu).toBeGreaterThan(100);
  expect(points.at(-1)?.at).toBe(599_000);
});

it('forgets what is older than ten minutes', () => {
  expect(lately(seconds(1_000), 999_000)[0]?.at).toBe(400_000);
});
