// How long it takes from setting a version until the sample game listens, beside the same program started by hand, in turn, and
// whether the game port answers everybody who comes meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '../../src-shared/service/servers.ts';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { isAnswered } from './player.ts';
import { packSample, packSampleThatKeepsNothing, sampleFolder } from './sample-build.ts';

const ROUNDS = 9;
const BETWEEN_PLAYERS_MS = 2;

type Players = { came: number; unanswered: number };

export const switchMeasure: Measure = {
  name: 'switch',
  goal: 'from set-version to a listening sample server at most 1 s; without kept folders nobody who comes meanwhile is left unanswered',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    const bench = await startHostingBench(folder);
    try {
      const policy = { server_count: 1, on_version_switch: 'stop', drain_limit: 0, restart: 'never' } as const;
      await bench.client.setHosting({ params: bench.namespace, body: policy });
      const whole = await switchOften(bench, await packSample(folder), 'whole');
      const withoutKept = await switchOften(bench, await packSampleThatKeepsNothing(folder), 'keeps nothing');
      return [
        `${whole.ms.toFixed(0)} ms (worst ${whole.worst.toFixed(0)} ms), ${(whole.ms / whole.bareMs).toFixed(2)} x node alone (${whole.bareMs.toFixed(0)} ms)`,
        `without kept folders ${withoutKept.ms.toFixed(0)} ms, and ${withoutKept.unanswered} of ${withoutKept.came} players who came meanwhile were not answered`,
      ].join('; ');
    } finally {
      await bench.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The first round starts a server where none was, or another build ran. */
async function switchOften(bench: HostingBench, archive: string, name: string) {
  const versions = [
    await deploySample(bench, archive, `${name} one`),
    await deploySample(bench, archive, `${name} two`),
  ];
  const players: Players = { came: 0, unanswered: 0 };
  await timeSwitch(bench, versions[1] ?? '', { came: 0, unanswered: 0 });
  const took: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    took.push(await timeSwitch(bench, versions[round % 2] ?? '', players));
    bare.push(await timeBare());
  }
  return { ms: median(took), bareMs: median(bare), worst: Math.max(...took), ...players };
}

async function deploySample(bench: HostingBench, archive: string, name: string): Promise<string> {
  return (await bench.deploy(archive, name)).version;
}

/** Until a player's connection is answered, not only until a record says so. */
async function timeSwitch(bench: HostingBench, version: string, players: Players): Promise<number> {
  const { client, namespace, untilServers } = bench;
  const [old] = (await untilServers(() => true)).filter(({ state }) => state === 'running');
  const gate = old === undefined ? undefined : keepJoining(portOf(old), players);
  const startedAt = performance.now();
  await client.updateNamespaceVersion({ params: namespace, body: { version_id: version } });
  const servers = await untilServers((all) => all.some((one) => one.version === version && one.state === 'running'));
  await untilAnswered(portOf(servers.find((one) => one.version === version)));
  const took = performance.now() - startedAt;
  // Until the old one is gone.
  await untilServers((all) => all.length === 1);
  await gate?.stop();
  return took;
}

function portOf(server: Server | undefined): number {
  return Object.values(server?.network.ports ?? {})[0]?.public_port ?? 0;
}

/** One player after the other asks for the game's page at the port that the game has, until the answer is called. */
function keepJoining(port: number, players: Players) {
  const over = new AbortController();
  const join = async () => {
    while (!over.signal.aborted) {
      players.came += 1;
      if (!(await isAnswered(port))) players.unanswered += 1;
      await sleep(BETWEEN_PLAYERS_MS);
    }
  };
  const joined = join();
  return {
    stop: async () => {
      over.abort();
      await joined;
    },
  };
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
