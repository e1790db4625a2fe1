// How fast one part is sent, each in turn with curl and with got's stream, into the same receiver.
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeFlags } from '../node-flags.ts';
import { lackingRoom, lackingTool } from './can-receive.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import type { Sent } from './send-client.ts';

const ROUNDS = 9;
const MIB = 1_048_576;
const TOTAL = 512 * MIB;

export const sendMeasure: Measure = {
  name: 'send',
  goal: '512 MiB into one receiver: >= 0.9 x curl, >= 2 x the stream of got, at most 80 MiB',
  run: async () => (await lackingTool('curl', 'install curl')) ?? (await lackingRoom(2 * TOTAL)) ?? (await compare()),
};

async function compare(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-send-'));
  const sink = fork(path.join(import.meta.dirname, 'send-sink.ts'));
  try {
    const [listening]: { port: number }[] = await once(sink, 'message');
    const [file, url] = [await makeFile(folder), `http://127.0.0.1:${listening?.port}/part`];
    const compiled = path.join(folder, 'compiled');
    const sides = { ours: [] as Sent[], curl: [] as Sent[], got: [] as Sent[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const sent = {
        ours: await sendFrom('ours', file, url, compiled),
        curl: await curl(file, url),
        got: await sendFrom('got', file, url, compiled),
      };
      if (round < 0) continue; // the first round warms the file up
      for (const side of ['ours', 'curl', 'got'] as const) sides[side].push(sent[side]);
    }
    return tell(sides);
  } finally {
    sink.send('stop');
    await once(sink, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

/** With what Node keeps of compiled sources, as the command line has it: the first round makes it. */
async function sendFrom(mode: 'ours' | 'got', file: string, url: string, compiled: string): Promise<Sent> {
  const child = fork(path.join(import.meta.dirname, 'send-client.ts'), [mode, file, url], {
    execArgv: nodeFlags,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const ended = once(child, 'exit');
  const [sent]: Sent[] = await once(child, 'message');
  await ended;
  if (sent === undefined) throw new Error('The sender says nothing');
  return sent;
}

/** The shell tells the time of what it ran, as nothing else does of a process that has ended. */
async function curl(file: string, url: string): Promise<Sent> {
  const command = `TIMEFORMAT='%R %U %S'; time curl -sSf -o /dev/null -H Expect: -T "$1" "$2"`;
  const shell = spawn('bash', ['-c', command, 'bash', file, url], { stdio: ['ignore', 'ignore', 'pipe'] });
  const output = text(shell.stderr);
  const [code]: unknown[] = await once(shell, 'exit');
  if (code !== 0) throw new Error(`curl ended with ${String(code)}: ${await output}`);
  const [seconds = 0, user = 0, system = 0] = (await output).trim().split(/\s+/).map(Number);
  return { seconds, cpuSeconds: user + system, peakMiB: 0, grownMiB: 0 };
}

async function makeFile(folder: string): Promise<string> {
  const file = path.join(folder, 'part');
  const handle = await open(file, 'w');
  const bytes = randomBytes(16 * MIB);
  for (let done = 0; done < TOTAL; done += bytes.length) await handle.write(bytes);
  await handle.datasync();
  await handle.close();
  return file;
}

type Sides = Record<'ours' | 'curl' | 'got', Sent[]>;

function tell({ ours, curl: plain, got }: Sides): string {
  const times = (peers: readonly Sent[]) =>
    median(ours.map(({ seconds }, round) => (peers[round]?.seconds ?? seconds) / seconds)).toFixed(2);
  const side = (all: readonly Sent[]) => {
    const rate = TOTAL / 1e6 / median(all.map(({ seconds }) => seconds));
    return `${rate.toFixed(0)} MB/s with ${median(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} CPU s`;
  };
  const peak = Math.max(...ours.map(({ peakMiB }) => peakMiB)).toFixed(0);
  const grown = Math.max(...ours.map(({ grownMiB }) => grownMiB)).toFixed(0);
  const peers = `curl ${side(plain)}; got ${side(got)}, ${Math.max(...got.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB`;
  return `${times(plain)} x curl, ${times(got)} x got, ${peak} MiB, ${grown} of them since its code was loaded (${side(ours)}; ${peers})`;
}
