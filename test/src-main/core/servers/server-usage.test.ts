// What crosses the bridge of what servers use: nothing for those whose figures stay.
import { expect, it } from 'vitest';
import { sinceThen } from '../../../../src-main/core/servers/server-usage.ts';
import type { ServerUsage } from '../../../../src-shared/service/server-inspection.ts';

function usage(id: string, at: number, cpu = 0): ServerUsage {
  return { id, at, cpu, memory: 1, connections: 0, bytes_in: 0, bytes_out: 0, processes: 1, over: [] };
}

it('is the same while nothing but the time is another', () => {
  const known = [usage('a', 1), usage('b', 1)];
  const { next, isSame } = sinceThen(known, [usage('a', 2), usage('b', 2)]);
  expect(isSame).toBe(true);
  expect(next[0]).toBe(known[0]);
});

it('is another for the servers alone whose figures changed', () => {
  const known = [usage('a', 1), usage('b', 1)];
  const { next, isSame } = sinceThen(known, [usage('a', 2), usage('b', 2, 40)]);
  expect(isSame).toBe(false);
  expect(next[0]).toBe(known[0]);
  expect(next[1]).toEqual(usage('b', 2, 40));
});

it('is another when a server came or went', () => {
  expect(sinceThen([], [usage('a', 1)]).isSame).toBe(false);
  expect(sinceThen([usage('a', 1)], []).isSame).toBe(false);
});

it('is the same while its memory moves by less than is shown', () => {
  const megabyte = 1_048_576;
  const known = [{ ...usage('a', 1), memory: 41 * megabyte }];
  const { isSame } = sinceThen(known, [{ ...usage('a', 2), memory: 41 * megabyte + 90_000 }]);
  expect(isSame).toBe(true);
  expect(sinceThen(known, [{ ...usage('a', 2), memory: 42 * megabyte }]).isSame).toBe(false);
});
