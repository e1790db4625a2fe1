// How long it takes from setting a version until the sample game listens, beside the same program started by hand, in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { packSample, sampleFolder } from './sample-build.ts';

const ROUNDS = 9;

export const switchMeasure: Measure = {
  name: 'switch',
  goal: 'from set-version to a listening sample server at most 1 s',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    const bench = await startHostingBench(folder);
    try {
      const archive = await packSample(folder);
      const versions = [await deploySample(bench, archive, 'one'), await deploySample(bench, archive, 'two')];
      const policy = { server_count: 1, on_version_switch: 'stop', drain_limit: 0, restart: 'never' } as const;
      await bench.client.setHosting({ params: bench.namespace, body: policy });
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await timeSwitch(bench, versions[round % 2] ?? ''));
        bare.push(await timeBare());
      }
      const [usual, plain] = [median(ours), median(bare)];
      const worst = Math.max(...ours).toFixed(0);
      return `${usual.toFixed(0)} ms (worst ${worst} ms), ${(usual / plain).toFixed(2)} x node alone (${plain.toFixed(0)} ms)`;
    } finally {
      await bench.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function deploySample(bench: HostingBench, archive: string, name: string): Promise<string> {
  return (await bench.deploy(archive, name)).version;
}

/** Until a player's connection is answered, not only until a record says so. */
async function timeSwitch({ client, namespace, untilServers }: HostingBench, version: string): Promise<number> {
  const startedAt = performance.now();
  await client.updateNamespaceVersion({ params: namespace, body: { version_id: version } });
  const servers = await untilServers((all) => all.some((one) => one.version === version && one.state === 'running'));
  const server = servers.find((one) => one.version === version);
  const { public_port: port = 0 } = Object.values(server?.network.ports ?? {})[0] ?? {};
  await untilAnswered(port);
  const took = performance.now() - startedAt;
  await untilServers((all) => all.length === 1);
  return took;
}

async function timeBare(): Promise<number> {
  const port = 21_999;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(sampleFolder, 'server.js')], {
    cwd: sampleFolder,
    env: { PATH: process.env['PATH'], PORT: String(port), PORT_GAME: String(port) },
    stdio: 'ignore',
  });
  await untilAnswered(port);
  const took = performance.now() - startedAt;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  return took;
}

async function untilAnswered(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await sleep(2);
  }
}
