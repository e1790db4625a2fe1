// How much the memory of the service grows while it receives 10 GiB, four parts at once. All parts have the same zeros.
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lackingRoom, lackingTool } from './can-receive.ts';
import { sendFiles } from './curl-sender.ts';
import type { Measure } from './measure.ts';
import { figuresOf } from './process-figures.ts';
import { startServiceReceiver } from './receivers.ts';

const GIB = 1024 ** 3;
const TOTAL = 10 * GIB;
const PART = GIB / 64;
const LANES = 4;
const EVERY_MS = 100;

export const receiveMemory: Measure = {
  name: 'receive-memory',
  goal: 'memory grows < 80 MiB while 10 GiB come, four parts at once',
  run: async () =>
    (await lackingTool('curl', 'install curl')) ?? (await lackingRoom(TOTAL + 2 * GIB)) ?? (await grow()),
};

async function grow(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-receive-'));
  try {
    const file = path.join(folder, 'part');
    const handle = await open(file, 'w');
    await handle.truncate(PART);
    await handle.close();
    // What runs from its sources for the first time has a compiler in each thread, with 15 MiB; the app that is built has none.
    await receive(path.join(folder, 'first'), file, LANES * PART);
    return await receive(path.join(folder, 'data'), file, TOTAL);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(dataFolder: string, file: string, total: number): Promise<string> {
  const service = await startServiceReceiver(dataFolder);
  const before = await figuresOf(service.pid);
  let peak = before.rssMiB;
  const watching = setInterval(() => {
    const look = async () => {
      peak = Math.max(peak, (await figuresOf(service.pid)).rssMiB);
    };
    look().catch(() => {});
  }, EVERY_MS);
  try {
    const { parts } = await service.prepare(total, true);
    const seconds = await sendFiles(
      parts.map(({ url }) => ({ file, url })),
      LANES,
    );
    const { cpuSeconds } = await figuresOf(service.pid);
    const used = `${(total / 1e6 / seconds).toFixed(0)} MB/s with ${(cpuSeconds - before.cpuSeconds).toFixed(1)} CPU s`;
    return `${(peak - before.rssMiB).toFixed(0)} MiB, from ${before.rssMiB.toFixed(0)} (${used})`;
  } finally {
    clearInterval(watching);
    await service.stop();
  }
}
