// Rates, limits and the pace of looking, with a clock that the test turns.
import { expect, test } from 'vitest';
import type { Usage } from '../../../../embedded-server/runtime/runner/runner.ts';
import { overLimits, strike } from '../../../../embedded-server/runtime/runner/server-limits.ts';
import { createUsageSampler, type UsageSample } from '../../../../embedded-server/runtime/runner/usage-sampler.ts';

const usage = (cpuMs: number, more: Partial<Usage> = {}): Usage => ({ cpuMs, memoryBytes: 1, processes: 1, ...more });

test('a rate is what was used since the look before', async () => {
  let at = 0;
  let cpuMs = 1_000;
  const look = () => Promise.resolve(new Map([['a', usage(cpuMs)]]));
  const sampler = createUsageSampler({ look, now: () => at, onProblem: () => {} });
  const next = async (ms: number, used: number) => {
    at += ms;
    cpuMs += used;
    return (await sampler.sample()).get('a')?.millicores;
  };
  expect(await next(0, 0)).toBe(0);
  expect(await next(1_000, 250)).toBe(250);
  expect(await next(2_000, 3_000)).toBe(1_500);
  expect(await next(0, 10)).toBe(1_500);
});

test('looks that overlap are one look', async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    return Promise.resolve(new Map([['a', usage(0)]]));
  };
  const sampler = createUsageSampler({ look, onProblem: () => {} });
  const [one, other] = await Promise.all([sampler.sample(), sampler.sample()]);
  expect(one).toBe(other);
  expect(looks).toBe(1);
});

test('a look that fails is reported, and the next one is taken', async () => {
  let looks = 0;
  const problems: unknown[] = [];
  const look = () => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error('no')) : Promise.resolve(new Map([['a', usage(0)]]));
  };
  const sampler = createUsageSampler({ look, everyMs: 1, onProblem: (thrown) => problems.push(thrown) });
  const sampled = new Promise<ReadonlyMap<string, UsageSample>>((resolve) => {
    sampler.onSamples(resolve);
  });
  sampler.start();
  expect((await sampled).has('a')).toBe(true);
  sampler.stop();
  expect(problems).toEqual([new Error('no')]);
});

test('only the second look in a row over a limit that nothing enforces ends a server', () => {
  const limits = { limits: { cpu: 1000, memory: 1 }, maxProcesses: 10 };
  const sample = (memoryBytes: number, processes = 1, millicores = 0) => {
    return overLimits(limits, { at: 0, millicores, ...usage(0, { memoryBytes, processes }) });
  };
  const strikes = { memory: 0, processes: 0 };
  const none = { memory: false, cpu: false, processes: false };
  const judge = (memoryBytes: number, processes = 1) => strike(strikes, none, sample(memoryBytes, processes));
  expect([judge(2e6), judge(1), judge(2e6), judge(2e6)]).toEqual([undefined, undefined, undefined, 'memory']);
  expect([judge(1, 10), judge(1, 10)]).toEqual([undefined, 'processes']);
  const enforced = { memory: true, cpu: true, processes: true };
  const held = { memory: 0, processes: 0 };
  expect([1, 2, 3].map(() => strike(held, enforced, sample(2e6, 99)))).toEqual([undefined, undefined, undefined]);
  expect(sample(1, 1, 1_050)).toEqual([]);
  expect(sample(2e6, 10, 1_101)).toEqual(['memory', 'cpu', 'processes']);
});
