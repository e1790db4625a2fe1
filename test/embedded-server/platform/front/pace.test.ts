// Who is too slow: less than so many bytes within so long, whatever came before that.
import { expect, it } from 'vitest';
import { Pace } from '../../../../embedded-server/platform/front/pace.ts';

const least = { bytes: 300, withinMs: 3_000 };

/** When a body is found to be too slow that has so many bytes at each look, one a half second; undefined: never. */
function cutAfter(received: (ms: number) => number): number | undefined {
  const pace = new Pace(least);
  for (let ms = 0; ms < 20_000; ms += 500) if (pace.isTooSlow(received(ms), 1_000_000 + ms)) return ms;
  return undefined;
}

it.each([
  ['nothing', () => 0, 3_000],
  ['a little less than is asked for', (ms: number) => ms / 11, 3_000],
  ['just what is asked for', (ms: number) => ms / 10, undefined],
  ['much, and then nothing', (ms: number) => Math.min(ms, 4_000) * 100, 7_000],
  ['all of a while in one piece, again and again', (ms: number) => Math.floor(ms / 2_500) * 300, undefined],
])('finds out who sends %s', (_what, received, at) => {
  expect(cutAfter(received)).toBe(at);
});

it('counts nothing of the time in which the sender waited for us', () => {
  const pace = new Pace(least);
  for (let ms = 0; ms < 2_900; ms += 100) expect(pace.isTooSlow(0, ms)).toBe(false);
  pace.forget();
  for (let ms = 2_900; ms < 5_900; ms += 100) expect(pace.isTooSlow(0, ms)).toBe(false);
  expect(pace.isTooSlow(0, 5_900)).toBe(true);
});
