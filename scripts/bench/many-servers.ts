// Whether 200 servers at once leave the machine and the service responsive: how fast plain calls are answered with them and
// without, and that each server answers its players.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { isAnswered } from './player.ts';
import { packSample } from './sample-build.ts';

const SERVERS = 200;
const CALLS = 300;

export const manyServers: Measure = {
  name: 'many-servers',
  goal: '200 servers at once on one machine stay responsive',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    const bench = await startHostingBench(folder);
    try {
      const { build } = await bench.deploy(await packSample(folder), 'sample');
      const limits = { lobby_count_max: SERVERS, max_players: 8 };
      await bench.client.updateMatchmakerConfig({ params: bench.namespace, body: limits });
      const before = await callTimes(bench);
      const startedAt = performance.now();
      for (let count = 0; count < SERVERS; count += 1) await create(bench, build);
      const servers = await bench.untilServers(
        (all) => all.filter(({ state }) => state === 'running').length === SERVERS,
      );
      const startSeconds = (performance.now() - startedAt) / 1000;
      const ports = servers.map(({ network }) => network.ports['game']?.public_port ?? 0);
      const answered = (await Promise.all(ports.map(isAnswered))).filter(Boolean).length;
      const during = await callTimes(bench);
      const { servers: usage } = await bench.client.listServerUsage({ params: bench.place });
      const memory = usage.reduce((sum, one) => sum + one.memory, 0) / 1_048_576 / SERVERS;
      return [
        `all ${SERVERS} listen after ${startSeconds.toFixed(1)} s, ${answered} of ${SERVERS} answer a player`,
        `a call takes ${shown(during)} with them, ${shown(before)} without; ${memory.toFixed(0)} MiB each`,
      ].join('; ');
    } finally {
      await bench.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function create({ client, place }: HostingBench, build: string): Promise<void> {
  await client.createServer({
    params: place,
    body: {
      datacenter: 'local',
      tags: {},
      runtime: { build },
      network: { ports: {} },
      resources: { cpu: 1000, memory: 256 },
    },
  });
}

async function callTimes({ client, place }: HostingBench): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await client.getGame({ params: { game_id: place.game_id } });
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b);
}

function shown(sorted: readonly number[]): string {
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `${at(0.5)} ms (p99 ${at(0.99)} ms)`;
}
