// What a search of a log looks for: a text cannot run away as a pattern can, so it is never given up for a lack of time.
import { expect, it } from 'vitest';
import { createPattern } from '../../../../embedded-server/files/logs/search-pattern.ts';

it('looks for a text in all lines, however little time a busy machine leaves for them', () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `tick ${n} on the reef took 12.5 ms`);
  const found = createPattern({ text: 'ON THE REEF', limit: 1 })?.match(lines, 1);
  expect(found?.stuckAt).toBeUndefined();
  expect(found?.matches.size).toBe(lines.length);
});
