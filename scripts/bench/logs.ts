// How fast a server's output goes into its log, in turn with a bare drain of the same pipe that keeps nothing.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createLogStore } from '../../embedded-server/files/logs/log-store.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ROUNDS = 9;
const LINE_BYTES = 80;
const LINES = 5_000_000;

type Take = (chunk: Buffer) => Promise<void> | undefined;
type Figure = { rate: number; cpu: number };

export const logs: Measure = {
  name: 'logs',
  goal: 'lines of 80 bytes from a child into a log with its index on disk: >= 0.6 x a pipe drain that keeps nothing',
  run: async () => {
    if (process.platform === 'win32') return 'needs yes and head';
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-logs-'));
    try {
      const ours: Figure[] = [];
      const bare: Figure[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const first = await keep(folder);
        const second = await drain(() => undefined);
        if (round < 0) continue; // the first round warms both up
        ours.push(first);
        bare.push(second);
      }
      return tell(ours, bare);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Until the last line is in the files, with a cap that rotates as it would for a real server. */
async function keep(folder: string): Promise<Figure> {
  const store = createLogStore({ folder });
  const writer = store.openLog('server');
  const figure = await drain((chunk) => writer.write('std_out', chunk), writer.end);
  const { last } = store.reader('server').extent();
  // A child that gets no turn in the middle of a line makes two of it.
  if (last < LINES) throw new Error(`The log has ${last} lines instead of ${LINES}`);
  await store.remove('server');
  return figure;
}

async function drain(take: Take, end: () => Promise<void> = async () => {}): Promise<Figure> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const script = `yes ${'a'.repeat(LINE_BYTES - 1)} | head -c ${LINES * LINE_BYTES}`;
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  child.stdout.on('data', (chunk: Buffer) => {
    const wait = take(chunk);
    if (wait === undefined) return;
    child.stdout.pause();
    void wait.then(() => child.stdout.resume());
  });
  await closed;
  await end();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { rate: LINES / 1e6 / seconds, cpu: (user + system) / 1e6 };
}

function tell(ours: readonly Figure[], bare: readonly Figure[]): string {
  const ratios = ours.map(({ rate }, round) => rate / (bare[round]?.rate ?? rate));
  const side = (figures: readonly Figure[]) => {
    const cpu = median(figures.map((each) => each.cpu)).toFixed(2);
    return `${median(figures.map((each) => each.rate)).toFixed(1)} M lines/s with ${cpu} CPU s`;
  };
  return `${median(ratios).toFixed(2)} x (${side(ours)}; bare ${side(bare)})`;
}
