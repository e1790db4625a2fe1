import { expect, it } from 'vitest';
import { drainLimit, drainWithin } from '../../../../embedded-server/runtime/replicas/drain-limit.ts';

const drain = { on_version_switch: 'drain', drain_limit: 60 } as const;
const stop = { on_version_switch: 'stop', drain_limit: 60 } as const;

it('gives a server the time of its namespace, and on a node that is to be left the smaller of both', () => {
  expect(drainWithin(drain, undefined)).toBe(60);
  expect(drainWithin(drain, 20)).toBe(20);
  expect(drainWithin(drain, 90)).toBe(60);
});

it('ends it at once where the namespace stops servers on a switch, but on a node that is to be left as that goes', () => {
  expect(drainWithin(stop, undefined)).toBeUndefined();
  expect(drainWithin(stop, 90)).toBe(90);
  expect(drainWithin(undefined, undefined)).toBeUndefined();
  expect(drainWithin(undefined, 90)).toBe(90);
});

it('always gives a time to one that is to empty', () => {
  expect(drainLimit(stop, undefined)).toBe(60);
  expect(drainLimit(stop, 90)).toBe(90);
  expect(drainLimit(drain, 20)).toBe(20);
});
