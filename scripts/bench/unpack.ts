// How fast builds are unpacked, each in turn with the tool that people have for it: tar and unzip.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { defaultArchiveLimits } from '../../embedded-server/files/archives/archive-limits.ts';
import type { UnpackCalls } from '../../embedded-server/files/archives/unpack-calls.ts';
import { openThread, type Thread } from '../../embedded-server/platform/threads/open-thread.ts';
import { lackingRoom, lackingTool } from './can-receive.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const run = promisify(execFile);

const ROUNDS = 7;
const MIB = 1_048_576;
const SMALL_FILES = 5_000;
const SMALL_FOLDERS = 50;
const LARGE_FILES = 4;
const LARGE_BYTES = 64 * MIB;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

type Shape = { name: string; fill: (folder: string) => Promise<void> };
type Format = { ending: string; pack: string[]; unpack: (archive: string, into: string) => string[] };
type Figure = { seconds: number; cpu: number };

const shapes: readonly Shape[] = [
  { name: `${SMALL_FILES} files`, fill: fillSmall },
  { name: `${LARGE_FILES} x ${LARGE_BYTES / MIB} MiB`, fill: fillLarge },
];
const withTar = (archive: string, into: string) => ['tar', '-x', '-f', archive, '-C', into];
const formats: readonly Format[] = [
  { ending: 'tar', pack: ['tar', '-cf'], unpack: withTar },
  { ending: 'tar.zst', pack: ['tar', '--zstd', '-cf'], unpack: withTar },
  { ending: 'zip', pack: ['zip', '-q', '-r'], unpack: (archive, into) => ['unzip', '-q', archive, '-d', into] },
];

export const unpackMeasure: Measure = {
  name: 'unpack',
  goal: '5,000 files and few large ones, as tar, tar.zst and zip: each >= 0.8 x tar -x or unzip',
  run: async () => {
    for (const tool of ['tar', 'zstd', 'zip', 'unzip']) {
      const problem = await lackingTool(tool, `install ${tool}`);
      if (problem !== undefined) return problem;
    }
    return (await lackingRoom(12 * LARGE_FILES * LARGE_BYTES)) ?? (await compareAll());
  },
};

async function compareAll(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-unpack-'));
  const script = new URL('../../embedded-server/files/archives/unpack-thread.ts', import.meta.url);
  const thread = openThread<UnpackCalls>({ script, name: 'unpack' });
  try {
    const results: string[] = [];
    for (const [number, { name, fill }] of shapes.entries()) {
      const place = path.join(folder, String(number));
      await mkdir(path.join(place, 'build'), { recursive: true });
      await fill(path.join(place, 'build'));
      for (const format of formats) results.push(`${name}, ${format.ending}: ${await compare(thread, place, format)}`);
      await rm(place, { recursive: true });
    }
    return results.join('\n');
  } finally {
    await thread.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(thread: Thread<UnpackCalls>, place: string, { ending, pack, unpack }: Format): Promise<string> {
  const archive = path.join(place, `build.${ending}`);
  const [command = '', ...args] = pack;
  await run(command, [...args, archive, 'build'], { cwd: place });
  const ours: Figure[] = [];
  const theirs: Figure[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const first = await unpackOurs(thread, place, archive);
    const second = await unpackTheirs(place, unpack(archive, path.join(place, 'theirs')));
    if (round < 0) continue; // the first round warms both up
    ours.push(first);
    theirs.push(second);
  }
  await rm(archive);
  return tell(ours, theirs);
}

async function unpackOurs(thread: Thread<UnpackCalls>, place: string, file: string): Promise<Figure> {
  const target = path.join(place, 'ours');
  const limits = { ...defaultArchiveLimits, ratio: Number.MAX_SAFE_INTEGER };
  const options = {
    file,
    name: path.basename(file),
    target,
    loneTarget: target,
    temp: path.join(place, 'temp'),
    limits,
  };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await thread.call('unpack', { ...options, id: 1 });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  await thread.call('remove', target);
  return { seconds, cpu: (user + system) / 1e6 };
}

async function unpackTheirs(place: string, [command = '', ...args]: string[]): Promise<Figure> {
  const into = path.join(place, 'theirs');
  await mkdir(into);
  const before = await cpuOfEnded();
  const startedAt = performance.now();
  await run(command, args);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = (await cpuOfEnded()) - before;
  await rm(into, { recursive: true });
  return { seconds, cpu };
}

/** The CPU seconds of all child processes of this one that have ended, theirs included. */
async function cpuOfEnded(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Half of each piece is noise, half is alike, as textures and code are. */
function likeContent(bytes: number): Buffer {
  return Buffer.concat([randomBytes(bytes / 2), Buffer.alloc(bytes / 2, randomBytes(97))]);
}

async function fillSmall(folder: string): Promise<void> {
  for (let number = 0; number < SMALL_FILES; number += 1) {
    const parent = path.join(folder, `folder-${number % SMALL_FOLDERS}`);
    if (number < SMALL_FOLDERS) await mkdir(parent);
    await writeFile(path.join(parent, `file-${number}`), likeContent(2 * (500 + ((number * 7_919) % 8_000))));
  }
}

async function fillLarge(folder: string): Promise<void> {
  for (let number = 0; number < LARGE_FILES; number += 1) {
    const pieces = Array.from({ length: LARGE_BYTES / MIB }, () => likeContent(MIB));
    await writeFile(path.join(folder, `file-${number}`), Buffer.concat(pieces));
  }
}

function tell(ours: readonly Figure[], theirs: readonly Figure[]): string {
  const ratios = ours.map(({ seconds }, round) => (theirs[round]?.seconds ?? seconds) / seconds);
  const side = (figures: readonly Figure[]) => {
    const cpu = median(figures.map((each) => each.cpu)).toFixed(2);
    return `${median(figures.map((each) => each.seconds)).toFixed(2)} s with ${cpu} CPU s`;
  };
  return `${median(ratios).toFixed(2)} x (${side(ours)}; peer ${side(theirs)})`;
}
