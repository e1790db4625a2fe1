// The width of a line, by a clock of the test's own.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBucket } from '../../../../../embedded-server/runtime/relay/conditions/simulated-line.ts';

// 1,000 bytes each millisecond; an idle line lets 20,000 pass at once.
const WIDE = 8_000_000;

test('an idle line lets a burst pass at once, and then as many bytes as it is wide', () => {
  const bucket = createTokenBucket(WIDE);
  expect(bucket.passesAt(0, 20_000)).toBe(0);
  expect(bucket.passesAt(0, 1_000)).toBe(1);
  expect(bucket.passesAt(0, 4_000)).toBe(5);
  expect(bucket.backlogMs(2)).toBe(3);
  expect(bucket.passesAt(10, 1_000)).toBe(10);
});

test('rest does not add up beyond one burst', () => {
  const bucket = createTokenBucket(WIDE);
  bucket.passesAt(0, 20_000);
  expect(bucket.passesAt(1_000_000, 21_000)).toBe(1_000_001);
});

test('a very narrow line still lets a whole packet pass at once', () => {
  const bucket = createTokenBucket(8_000);
  expect(bucket.passesAt(0, 1_500)).toBe(0);
  expect(bucket.passesAt(0, 1)).toBe(1);
});

test('over any traffic, no more passes than the burst and the width allow', () => {
  const packets = fc.array(fc.record({ wait: fc.nat(50), bytes: fc.integer({ min: 1, max: 9_000 }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(packets, (traffic) => {
      const bucket = createTokenBucket(WIDE);
      let now = 0;
      let sum = 0;
      let before = 0;
      for (const { wait, bytes } of traffic) {
        now += wait;
        sum += bytes;
        const at = bucket.passesAt(now, bytes);
        expect(at).toBeGreaterThanOrEqual(Math.max(now, before));
        expect(sum).toBeLessThanOrEqual(20_000 + at * 1_000 + 1e-6);
        before = at;
      }
    }),
  );
});
