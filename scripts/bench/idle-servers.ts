// What it costs to follow 50 servers that do nothing: what they use each second, and now and then what they listen on. Beside
// it top at the same pace, which does the first half alone. Both in processor time of one core, in turn.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { projectRoot } from '../setup/project.mjs';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { figuresOf } from './process-figures.ts';

const SERVERS = 50;
const ROUNDS = 7;
const ROUND_MS = 5_000;

const report = z.object({ cpuMs: z.number(), samples: z.number(), ports: z.number() });

export const idleServers: Measure = {
  name: 'idle-servers',
  goal: `following ${SERVERS} idle servers costs under 2 % of one core`,
  run: async () => {
    const script = path.join(projectRoot, 'test/embedded-server/runtime/processes/support/follow-idle.ts');
    const follower = fork(script, [String(SERVERS)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = once(follower, 'exit');
    try {
      await once(follower, 'message');
      return await compare(follower);
    } finally {
      follower.send('stop');
      await ended;
    }
  },
};

async function compare(follower: ChildProcess): Promise<string> {
  const ours: number[] = [];
  const tops: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const own = await percentOfFollower(follower);
    const top = await percentOfTop();
    if (round < 0) continue; // the first round warms up
    ours.push(own);
    tops.push(top);
  }
  const percent = (all: number[]) => `${median(all).toFixed(2)} %`;
  return `${percent(ours)} of one core, with ports (most ${Math.max(...ours).toFixed(2)} %); top ${percent(tops)}, without`;
}

async function percentOfFollower(follower: ChildProcess): Promise<number> {
  follower.send(ROUND_MS);
  const [message]: unknown[] = await once(follower, 'message');
  const { cpuMs, samples, ports } = report.parse(message);
  if (samples < SERVERS * 3 || ports < SERVERS * 2) throw new Error(`Only ${samples} samples and ${ports} ports`);
  return (cpuMs / ROUND_MS) * 100;
}

async function percentOfTop(): Promise<number> {
  const top = spawn('top', ['-b', '-d', '1'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(top, 'exit');
  await once(top, 'spawn');
  await sleep(ROUND_MS);
  const { cpuSeconds } = await figuresOf(top.pid ?? 0);
  top.kill();
  await ended;
  return ((cpuSeconds * 1000) / ROUND_MS) * 100;
}
