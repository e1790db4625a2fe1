// How fast a folder is packed, in turn with GNU tar and zstd, each into a file that is new. Ours also hashes each file and the whole,
// and writes a manifest.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createPacker, type Packer } from '../../src-main/core/pack/packer.ts';
import { lackingRoom, lackingTool } from './can-receive.ts';
import { childSeconds } from './child-seconds.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ROUNDS = 7;
const MIB = 1_048_576;
const FOLDERS = 50;
const SMALL_FILES = 5_000;
const SMALL_BYTES = 6_000;
const LARGE_FILES = 12;
const LARGE_BYTES = 32 * MIB;
const TOTAL = SMALL_FILES * SMALL_BYTES + LARGE_FILES * LARGE_BYTES;

type Figure = { rate: number; cpu: number; bytes: number };

export const packMeasure: Measure = {
  name: 'pack',
  goal: '400 MB in 5,012 files: >= 0.8 x tar --sort=name | zstd -1',
  run: async () => (await lackingTool('zstd', 'install zstd')) ?? (await lackingRoom(4 * TOTAL)) ?? (await compare()),
};

async function compare(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-pack-'));
  const packer = createPacker(new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url));
  try {
    const source = path.join(folder, 'build');
    await fill(source);
    const ours: Figure[] = [];
    const theirs: Figure[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const [our, their] = [path.join(folder, 'ours.tar.zst'), path.join(folder, 'peer.tar.zst')];
      // To take the place of a large file costs as much as a third of the packing, and no pack of a build does.
      for (const file of [our, their]) await rm(file, { force: true });
      const first = await packOnce(packer, source, our);
      const second = await tarOnce(source, their);
      if (round < 0) continue; // the first round warms both up
      ours.push(first);
      theirs.push(second);
    }
    return tell(ours, theirs);
  } finally {
    await packer.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Half of the bytes can be derived from those before, as in a build with assets and programs. */
async function fill(folder: string): Promise<void> {
  const pool = Buffer.alloc(LARGE_BYTES);
  for (let at = 0; at < pool.length; at += MIB) {
    pool.write(randomBytes(MIB / 4).toString('hex'), at, 'latin1');
    randomBytes(MIB / 2).copy(pool, at + MIB / 2);
  }
  for (let number = 0; number < FOLDERS; number += 1) await mkdir(path.join(folder, `d${number}`), { recursive: true });
  for (let number = 0; number < SMALL_FILES; number += 1) {
    const at = (number * 6_007) % (pool.length - SMALL_BYTES);
    await writeFile(path.join(folder, `d${number % FOLDERS}`, `f${number}`), pool.subarray(at, at + SMALL_BYTES));
  }
  for (let number = 0; number < LARGE_FILES; number += 1) {
    pool.write(`large file ${number}`);
    await writeFile(path.join(folder, `large${number}`), pool);
  }
}

async function packOnce(packer: Packer, source: string, file: string): Promise<Figure> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { bytes } = await packer.pack({ source, place: { file }, compression: 'zstd', options: {} });
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { rate: TOTAL / 1e6 / seconds, cpu: (user + system) / 1e6, bytes };
}

async function tarOnce(source: string, file: string): Promise<Figure> {
  const startedAt = performance.now();
  const script = 'tar --sort=name -C "$0" -c . | zstd -q -f -1 -o "$1"; times';
  const { stdout } = await promisify(execFile)('sh', ['-c', script, source, file]);
  const seconds = (performance.now() - startedAt) / 1000;
  return { rate: TOTAL / 1e6 / seconds, cpu: childSeconds(stdout), bytes: (await stat(file)).size };
}

function tell(ours: readonly Figure[], theirs: readonly Figure[]): string {
  const ratios = ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? rate));
  const side = (figures: readonly Figure[]) => {
    const of = (key: keyof Figure) => median(figures.map((figure) => figure[key]));
    return `${of('rate').toFixed(0)} MB/s with ${of('cpu').toFixed(2)} CPU s into ${(of('bytes') / 1e6).toFixed(0)} MB`;
  };
  return `${median(ratios).toFixed(2)} x (${side(ours)}; peer ${side(theirs)})`;
}
