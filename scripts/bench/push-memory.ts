// How much memory `slipway push` takes for large files, beside what it takes for a small one. PUSH_GIB sets how large the largest is;
// it is made as large as the disk allows, and that is said. The largest takes minutes: each file is reported when it is done.
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Measure } from './measure.ts';
import { type PushService, startPushService } from './push-service.ts';

const GIB = 1024 ** 3;
const DEFAULT_GIB = 10;
/** The first is large enough for all the parts that go side by side. */
const SMALLER = [1, 4];
const LOOK_MS = 100;
/** What the service stores, with as much room left beside it. */
const ROOM = 2;

export const pushMemory: Measure = {
  name: 'push-memory',
  goal: `push of ${DEFAULT_GIB} GiB in constant memory`,
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-push-memory-'));
    const service = await startPushService(folder);
    try {
      const { bavail, bsize } = await statfs(folder);
      const requested = Number(process.env['PUSH_GIB'] ?? DEFAULT_GIB);
      const before = SMALLER.filter((gib) => gib < requested);
      const room = (bavail * bsize) / ROOM / GIB - before.reduce((sum, gib) => sum + gib, 0);
      const largest = Math.min(requested, Math.floor(room));
      const results: string[] = [];
      for (const gib of [...before, largest]) {
        results.push(await pushOne(service, folder, gib));
        console.log(`push-memory ${results.at(-1)}`);
      }
      return `${results.join('; ')}${largest < requested ? ` (the disk has no room for ${requested} GiB)` : ''}`;
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  },
};

async function pushOne(service: PushService, folder: string, gib: number): Promise<string> {
  const file = path.join(folder, `${gib}.tar`);
  const handle = await open(file, 'w');
  await handle.truncate(gib * GIB); // a hole is read as any file is
  await handle.write(Buffer.from(`this one is ${gib}`), 0);
  await handle.close();
  const startedAt = performance.now();
  // A game of its own: of what an earlier build of a game has as well nothing would be sent. By force, as it is a hole and no build.
  const child = service.push(file, {
    name: `${gib} GiB`,
    more: ['--game', `memory-${gib}`, '--create-game', '--force'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-8_192)));
  let peakMiB = 0;
  const look = setInterval(() => {
    void peakOf(child.pid).then((now) => (peakMiB = Math.max(peakMiB, now)));
  }, LOOK_MS);
  const [code]: (number | null)[] = await once(child, 'close');
  clearInterval(look);
  await rm(file);
  if (code !== 0) throw new Error(`slipway push of ${gib} GiB ended with ${code}: ${output.split('\n').at(-2)}`);
  if (!output.includes(`"bytes_sent":${gib * GIB}`))
    throw new Error(`Not all of ${gib} GiB was sent: ${output.split('\n').at(-2)}`);
  const rate = (gib * GIB) / 1e3 / (performance.now() - startedAt);
  return `${gib} GiB: peak ${peakMiB.toFixed(0)} MiB, ${rate.toFixed(0)} MB/s`;
}

/** The highest so far, as the system has it; nothing once the process has ended. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
