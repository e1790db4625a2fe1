// When a server that is looked at counts as quiet, and is asked less often.
import { afterEach, expect, it, vi } from 'vitest';
import { createReading, isQuiet } from '../../../../src-main/core/servers/server-detail.ts';
import type { ServerDetail } from '../../../../src-shared/servers/bridge.ts';
import { createServiceClient } from '../../../../src-shared/service/client.ts';

afterEach(() => void vi.restoreAllMocks());

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

it('counts its memory as it is shown', () => {
  const withMemory = (memory: number) => {
    const known = detail(1);
    const points = known.points.map((point) => ({ ...point, memory }));
    return { ...known, points };
  };
  expect(isQuiet(withMemory(41_000_000), withMemory(41_004_096))).toBe(true);
  expect(isQuiet(withMemory(41_000_000), withMemory(43_000_000))).toBe(false);
});

/** A reading of a server that uses `cpu`, with what it asked for. */
function someReading({ isListed = true } = {}) {
  const target = { instance_id: 'local', game_id: 'g', namespace_id: 'n', server_id: 's' };
  const asked: string[] = [];
  const now = { cpu: 0 };
  const server = {
    id: 's',
    environment: 'n',
    datacenter: 'd',
    created_at: 1,
    tags: {},
    lifecycle: {},
    network: { ports: {} },
    resources: { cpu: 1000, memory: 256 },
    runtime: { build: 'b' },
  };
  const client = createServiceClient(async ({ path }) => {
    const what = path.includes('/inspection') ? 'inspection' : path.includes('/usage') ? 'usage' : 'server';
    asked.push(what);
    const point = {
      at: Date.now() + now.cpu * 1000,
      cpu: now.cpu,
      memory: 1,
      connections: 0,
      bytes_in: 0,
      bytes_out: 0,
    };
    const usage = { ...point, id: 's', processes: 1, over: [] };
    const body =
      what === 'inspection'
        ? { inspection: { usage, traffic: {} } }
        : what === 'usage'
          ? { points: [point] }
          : { server };
    return { status: 200, body };
  });
  const read = createReading(client, { target, isListed, signal: new AbortController().signal });
  const take = () => asked.splice(0).toSorted();
  return { read, now, take };
}

const all = ['inspection', 'server', 'usage'];

it('asks a quiet server only how it is from close by, and all of it once that changed', async () => {
  const { read, now, take } = someReading();
  const first = await read(undefined);
  expect(take()).toEqual(all);
  expect(await read(first)).toBe(first);
  expect(take()).toEqual(['inspection']);
  now.cpu = 40;
  expect((await read(first)).points.at(-1)?.cpu).toBe(40);
  expect(take()).toEqual(['inspection', ...all]);
});

it('asks all of a quiet server as its charts move on, or where no list tells how it fares', async () => {
  const { read, take } = someReading();
  const first = await read(undefined);
  take();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  await read(first);
  expect(take()).toEqual(all);
  vi.restoreAllMocks();
  const alone = someReading({ isListed: false });
  const quiet = await alone.read(undefined);
  alone.take();
  await alone.read(quiet);
  expect(alone.take()).toEqual(all);
});
