// The order of paths, against the bytes themselves.
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { comparePaths } from '../../../../src-main/core/pack/path-order.ts';

const seed = Date.now();

test(`orders any two paths as their bytes are ordered (seed ${seed})`, () => {
  const text = string({ unit: 'binary', maxLength: 8 });
  assert(
    property(text, text, (a, b) => {
      expect(Math.sign(comparePaths(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { seed, numRuns: 2_000 },
  );
});
