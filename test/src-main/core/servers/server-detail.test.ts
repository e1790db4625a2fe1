// When a server that is looked at counts as quiet, and is asked less often.
import { expect, it } from 'vitest';
import { isQuiet } from '../../../../src-main/core/servers/server-detail.ts';
import type { ServerDetail } from '../../../../src-shared/servers/bridge.ts';

function detail(at: number, { cpu = 0, more = {} }: { cpu?: number; more?: object } = {}): ServerDetail {
  const point = { at, cpu, memory: 1, connections: 0, bytes_in: 0, bytes_out: 0 };
  const usage = { ...point, id: 'a', processes: 1, over: [] };
  return { server: null, inspection: { usage, traffic: {}, ...more }, points: [point], fresh_at: at };
}

it('is quiet while nothing but the time goes on', () => {
  expect(isQuiet(detail(1), detail(2))).toBe(true);
});

it('is not quiet once it works, or is on another network', () => {
  expect(isQuiet(detail(1), detail(2, { cpu: 40 }))).toBe(false);
  expect(isQuiet(detail(1), detail(2, { more: { network: { latency_ms: 120, jitter_ms: 0, loss: 0 } } }))).toBe(false);
});
