// Twenty servers of one large build: how soon all of them run, and how much disk their copies take.
import { randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { packFolder } from './sample-build.ts';

const SERVERS = 20;
const BUILD_BYTES = 1024 ** 3;
const PIECE_BYTES = 1024 ** 2;
const PROGRAM = `#!/bin/sh
exec sleep 600
`;

export const largeServers: Measure = {
  name: 'large-servers',
  goal: '20 servers of a build of 1 GB run within 2 s where copies are overlays or clones, and take at most 5 % more disk',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    const bench = await startHostingBench(folder);
    try {
      const small = await bench.deploy(await pack(folder, 1), 'small');
      await start(bench, small.build, 1);
      const smallSeconds = await secondsOf(() => start(bench, small.build, SERVERS + 1));
      await stopAll(bench);
      const { build } = await bench.deploy(await pack(folder, BUILD_BYTES), 'large');
      // The first one unpacks the build.
      await start(bench, build, 1);
      const usedBefore = await used(folder);
      const seconds = await secondsOf(() => start(bench, build, SERVERS + 1));
      const { servers } = await bench.client.listServers({ params: bench.place, query: {} });
      const more = Math.max(0, (await used(folder)) - usedBefore);
      const server_id = servers[0]?.id ?? '';
      const { inspection } = await bench.client.inspectServer({ params: { ...bench.place, server_id } });
      return `${SERVERS} more run after ${seconds.toFixed(1)} s (of a build of 1 byte: ${smallSeconds.toFixed(1)} s), with ${((more / BUILD_BYTES) * 100).toFixed(1)} % more disk (isolated by: ${inspection.isolation ?? 'nothing'})`;
    } finally {
      await bench.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function stopAll({ client, place, untilServers }: HostingBench): Promise<void> {
  const { servers } = await client.listServers({ params: place, query: {} });
  const query = { override_kill_timeout: 0 };
  await Promise.all(servers.map(({ id }) => client.destroyServer({ params: { ...place, server_id: id }, query })));
  await untilServers((all) => all.length === 0);
}

async function pack(folder: string, bytes: number): Promise<string> {
  const source = path.join(folder, 'source');
  await mkdir(source);
  await writeFile(path.join(source, 'slipway.json'), JSON.stringify({ program: 'start.sh' }));
  await writeFile(path.join(source, 'start.sh'), PROGRAM, { mode: 0o755 });
  await writeWorld(path.join(source, 'world.pak'), bytes);
  const packed = await packFolder(source, folder);
  await rm(source, { recursive: true });
  return packed;
}

async function writeWorld(file: string, bytes: number): Promise<void> {
  const piece = new Uint8Array(Math.min(bytes, PIECE_BYTES));
  const world = await open(file, 'w');
  for (let at = 0; at < bytes; at += piece.length) await world.write(randomFillSync(piece));
  await world.close();
}

/** As many as make so many in all. */
async function start({ client, place, untilServers }: HostingBench, build: string, count: number) {
  const { servers } = await client.listServers({ params: place, query: {} });
  const one = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} } };
  const body = { ...one, resources: { cpu: 1000, memory: 256 } };
  const missing = Array.from({ length: count - servers.length }, () => client.createServer({ params: place, body }));
  await Promise.all(missing);
  return await untilServers((all) => all.filter(({ state }) => state === 'running').length === count);
}

async function used(folder: string): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(folder);
  return (blocks - bfree) * bsize;
}
