import { expect, it } from 'vitest';
import {
  holderDrainLimit,
  replicaDrainLimit,
} from '../../../../embedded-server/runtime/replicas/effective-drain-limit.ts';

const drain = { on_version_switch: 'drain', drain_limit: 60 } as const;
const stop = { on_version_switch: 'stop', drain_limit: 60 } as const;

it('gives a server the time of its namespace, and on a node that is to be left the smaller of both', () => {
  expect(holderDrainLimit(drain, undefined)).toBe(60);
  expect(holderDrainLimit(drain, 20)).toBe(20);
  expect(holderDrainLimit(drain, 90)).toBe(60);
});

it('ends it at once where the namespace stops servers on a switch, but on a node that is to be left as that goes', () => {
  expect(holderDrainLimit(stop, undefined)).toBeUndefined();
  expect(holderDrainLimit(stop, 90)).toBe(90);
  expect(holderDrainLimit(undefined, undefined)).toBeUndefined();
  expect(holderDrainLimit(undefined, 90)).toBe(90);
});

it('always gives a time to one that is to empty', () => {
  expect(replicaDrainLimit(stop, undefined)).toBe(60);
  expect(replicaDrainLimit(stop, 90)).toBe(90);
  expect(replicaDrainLimit(drain, 20)).toBe(20);
});
