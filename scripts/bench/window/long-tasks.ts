// Whether anything holds the window up while it has much to show: 20 uploads under way and 50 servers that log, on the pages that
// show them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../measure.ts';
import { startWindowBench, type WindowBench } from './app.ts';
import { loggingServer, startServers } from './live-servers.ts';
import { formatFrame, formatTask, watchPage } from './page-watch.ts';
import { startTransfers } from './slow-transfers.ts';

const TRANSFERS = 20;
const SERVERS = 50;
const LINES_PER_SECOND = 20;
const PAGE_MS = 10_000;

export const windowLongTasks: Measure = {
  name: 'window-long-tasks',
  goal: `no task over 50 ms while ${TRANSFERS} transfers and ${SERVERS} servers are live`,
  run: async () => {
    const bench = await startWindowBench();
    try {
      const [first] = await startServers(bench, loggingServer(LINES_PER_SECOND), SERVERS);
      await startTransfers(bench, TRANSFERS);
      const game = `#/games/local/${bench.place.game_id}`;
      const servers = `${game}/servers/${bench.place.environment_id}`;
      const results = [
        await lookAt(bench, 'transfers', '#/transfers'),
        await lookAt(bench, 'servers', servers),
        await lookAt(bench, 'a server and its log', `${servers}/${first}`),
        await lookAt(bench, 'lanes', game),
      ];
      // Else it was measured with less to show.
      const live = (await bench.page.locator('a[href="#/transfers"] b').textContent()) ?? '';
      if (!/ (uploading|queued|held)$/.test(live)) throw new Error(`At the end it said: ${live}`);
      return `${results.join('; ')} (at the end ${live})`;
    } finally {
      await bench.close();
    }
  },
};

/** The change to a page counts as well. */
async function lookAt(bench: WindowBench, name: string, hash: string): Promise<string> {
  const { longTasks, gaps } = await watchPage(bench, async () => {
    await bench.show(hash);
    await sleep(PAGE_MS);
  });
  return `${name}: ${formatTask(longTasks)}, ${formatFrame(gaps)}`;
}
