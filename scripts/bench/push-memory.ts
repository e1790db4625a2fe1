// How much memory `slipway push` takes for a large file, beside what it takes for a small one. PUSH_GIB sets how large; it is made
// as large as the disk allows, and that is said.
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Measure } from './measure.ts';
import { type PushService, startPushService } from './push-service.ts';

const GIB = 1024 ** 3;
const WISHED = 10;
/** Large enough for all the parts that go side by side. */
const SMALL = 1;
const LOOK_MS = 100;
/** What the service stores, with as much room left beside it. */
const ROOM = 2;

export const pushMemory: Measure = {
  name: 'push-memory',
  goal: `push of ${WISHED} GiB in constant memory`,
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-push-memory-'));
    const service = await startPushService(folder);
    try {
      const { bavail, bsize } = await statfs(folder);
      const wished = Number(process.env['PUSH_GIB'] ?? WISHED);
      const large = Math.min(wished, Math.floor((bavail * bsize) / ROOM / GIB));
      const small = await pushOne(service, folder, SMALL);
      const { peakMiB, seconds } = await pushOne(service, folder, large);
      const rate = ((large * GIB) / 1e6 / seconds).toFixed(0);
      const why = large < wished ? `, as the disk has no room for ${wished}` : '';
      return `${large} GiB${why}: peak ${peakMiB.toFixed(0)} MiB (${SMALL} GiB: ${small.peakMiB.toFixed(0)} MiB), ${rate} MB/s`;
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  },
};

async function pushOne(service: PushService, folder: string, gib: number) {
  const file = path.join(folder, `${gib}.tar`);
  const handle = await open(file, 'w');
  await handle.truncate(gib * GIB); // a hole is read as any file is
  await handle.write(Buffer.from(`this one is ${gib}`), 0);
  await handle.close();
  const startedAt = performance.now();
  const child = service.push(file, { name: `memory ${gib}` });
  child.stdout?.resume();
  let peakMiB = 0;
  const look = setInterval(() => {
    void peakOf(child.pid).then((now) => (peakMiB = Math.max(peakMiB, now)));
  }, LOOK_MS);
  const [code]: (number | null)[] = await once(child, 'exit');
  clearInterval(look);
  await rm(file);
  if (code !== 0) throw new Error(`slipway push ended with ${code}`);
  return { peakMiB, seconds: (performance.now() - startedAt) / 1000 };
}

/** The highest so far, as the system has it; nothing once the process has ended. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
