// When a certificate is due, how often that is looked at, and from when on its renewals are taken for failed.
import { expect, it } from 'vitest';
import { isDue, isLate, untilNextLook } from '../../../../src-main/core/acme/when-to-renew.ts';

const HOUR_MS = 3_600_000;

it.each([
  ['three months', 90 * 24, 30 * 24, 12, 29 * 24],
  ['six days', 6 * 24, 2 * 24, 12, 24],
  ['a day', 24, 8, 2.4, 3.2],
])('of %s, in hours before its end and between looks', (_, hours, due, between, late) => {
  const life = { from: 0, to: hours * HOUR_MS };
  const left = (its: number) => life.to - its * HOUR_MS;
  expect(untilNextLook(life)).toBeCloseTo(between * HOUR_MS);
  for (const [its, is] of [
    [due, isDue],
    [late, isLate],
  ] as const) {
    expect(is(life, left(its + 0.1))).toBe(false);
    expect(is(life, left(its - 0.1))).toBe(true);
  }
});

it('is looked at once a minute at most, however short its life, and twice a day where there is none', () => {
  expect(untilNextLook({ from: 0, to: 0 })).toBe(60_000);
  expect(untilNextLook(undefined)).toBe(12 * HOUR_MS);
});
