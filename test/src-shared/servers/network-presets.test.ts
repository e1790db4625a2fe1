// The named network conditions.
import { expect, test } from 'vitest';
import { networkConditions, networkPresets } from '../../../src-shared/servers/network-presets.ts';

test('each preset has its own id and name, a line for people, and conditions that fit', () => {
  expect(new Set(networkPresets.map(({ id }) => id)).size).toBe(networkPresets.length);
  expect(new Set(networkPresets.map(({ name }) => name)).size).toBe(networkPresets.length);
  for (const { description, conditions } of networkPresets) {
    expect(description).toMatch(/^[A-Z][^\n]{20,140}\.$/);
    expect(networkConditions.parse(conditions)).toEqual(conditions);
  }
});

test('no conditions at all are a perfect network, and null means absent', () => {
  const perfect = { latency_ms: 0, jitter_ms: 0, loss_percent: 0, duplicate_percent: 0, reorder_percent: 0 };
  expect(networkConditions.parse({})).toEqual(perfect);
  expect(networkConditions.parse({ bandwidth_bits: null, seed: null })).toEqual(perfect);
});

test.each([
  ['a negative latency', { latency_ms: -1 }],
  ['more than all lost', { loss_percent: 101 }],
  ['a line on which nothing fits', { bandwidth_bits: 0 }],
  ['a seed with a fraction', { seed: 1.5 }],
])('refuses %s', (_, conditions) => {
  expect(networkConditions.safeParse(conditions).success).toBe(false);
});
