// Whether an hour of log traffic leaves the window and the app as large as they were: ten minutes at six times the rate, with the
// garbage collected before each look. WINDOW_LOG_MINUTES makes it shorter.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../measure.ts';
import { figuresOfOne, openFilesOf } from '../process-figures.ts';
import { startWindowBench, type WindowBench } from './app.ts';
import { loggingServer, startServers } from './live-servers.ts';

const MINUTES = Number(process.env['WINDOW_LOG_MINUTES'] ?? 10);
/** A talkative server writes 50 lines a second. */
const LINES_PER_SECOND = 6 * 50;
const LOOKS = 20;
const SETTLE_MS = 20_000;

export const windowLogMemory: Measure = {
  name: 'window-log-memory',
  goal: 'the memory of window and app is flat over an hour of log traffic',
  run: async () => {
    const bench = await startWindowBench({ collects: true });
    try {
      const [id] = await startServers(bench, loggingServer(LINES_PER_SECOND), 1);
      await bench.show(`#/games/local/${bench.place.game_id}/servers/${bench.place.environment_id}/${id}`);
      await bench.page
        .getByText(/tick \d+ on the reef/)
        .first()
        .waitFor();
      await sleep(SETTLE_MS);
      const heaps: number[] = [];
      const apps: number[] = [];
      const files: number[] = [];
      for (let look = 0; look < LOOKS; look += 1) {
        await sleep((MINUTES * 60_000) / LOOKS);
        heaps.push(await heapMiB(bench));
        apps.push((await figuresOfOne(bench.app.pid)).rssMiB);
        files.push(await openFilesOf(bench.app.pid));
      }
      return [
        `window's heap ${halves(heaps, 'MiB')}; the app's process ${halves(apps, 'MiB')}`,
        `with ${halves(files, 'open files')}, over ${MINUTES} min`,
      ].join(', ');
    } finally {
      await bench.close();
    }
  },
};

async function heapMiB({ cdp }: WindowBench): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}

/** The means of the first and the second half. */
function halves(all: readonly number[], unit: string): string {
  const mean = (some: readonly number[]) => some.reduce((sum, each) => sum + each, 0) / some.length;
  const [first, second] = [all.slice(0, all.length / 2), all.slice(all.length / 2)];
  return `${mean(first).toFixed(1)} ${unit}, then ${mean(second).toFixed(1)} (ends at ${all.at(-1)?.toFixed(1)})`;
}
