// How long the doctor takes for a folder of 100,000 files, beside `find -type f`, which only names them. They take turns.
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { examineFolder } from '../../embedded-server/index.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const FOLDERS = 1_000;
const FILES_IN_EACH = 100;
const ROUNDS = 7;
const ENDINGS = ['.png', '.dat', '.so', '', '.json', '.uasset', '.ogg', '.bundle', '.js', '.txt'];

type Round = { seconds: number; cpuSeconds: number };
const run = promisify(execFile);

export const doctor: Measure = {
  name: 'doctor',
  goal: 'under 2 s for 100,000 files',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    try {
      await fill(folder);
      return await compare(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function compare(folder: string): Promise<string> {
  const ours: Round[] = [];
  const theirs: Round[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const first = await timeDoctor(folder);
    const second = await timeFind(folder);
    if (round < 0) continue; // the first round warms both up
    ours.push(first);
    theirs.push(second);
  }
  const middle = (rounds: Round[], key: keyof Round) => median(rounds.map((each) => each[key])).toFixed(2);
  const ratio = median(ours.map(({ seconds }, round) => seconds / (theirs[round]?.seconds ?? seconds)));
  return [
    `${middle(ours, 'seconds')} s (${middle(ours, 'cpuSeconds')} s CPU)`,
    `find -type f ${middle(theirs, 'seconds')} s (${middle(theirs, 'cpuSeconds')} s CPU): ${ratio.toFixed(1)} x`,
  ].join(', ');
}

async function timeDoctor(folder: string): Promise<Round> {
  const start = performance.now();
  const before = process.cpuUsage();
  const { size } = await examineFolder(folder);
  const { user, system } = process.cpuUsage(before);
  if (size.files < FOLDERS * FILES_IN_EACH) throw new Error(`The doctor saw only ${size.files} files`);
  return { seconds: (performance.now() - start) / 1_000, cpuSeconds: (user + system) / 1_000_000 };
}

/** The shell tells what its children used, in its second line. */
async function timeFind(folder: string): Promise<Round> {
  const start = performance.now();
  const { stdout } = await run('sh', ['-c', 'find "$1" -type f > /dev/null; times', 'sh', folder]);
  const used = stdout.split('\n')[1]?.split(' ') ?? [];
  return { seconds: (performance.now() - start) / 1_000, cpuSeconds: used.map(toSeconds).reduce((a, b) => a + b, 0) };
}

function toSeconds(text: string): number {
  const [, minutes = '0', seconds = '0'] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

/** Many small files as games have them, a fifth of which may be programs by their names, and one that is. */
async function fill(folder: string): Promise<void> {
  await copyFile(process.execPath, path.join(folder, 'server'));
  await chmod(path.join(folder, 'server'), 0o755);
  for (let number = 0; number < FOLDERS; number += 1) {
    const place = path.join(folder, `pack-${number % 40}`, `part-${number}`);
    await mkdir(place, { recursive: true });
    const names = Array.from({ length: FILES_IN_EACH }, (_, file) => `file-${file}${ENDINGS[file % ENDINGS.length]}`);
    await Promise.all(names.map((name) => writeFile(path.join(place, name), `content of ${name}`)));
  }
}
