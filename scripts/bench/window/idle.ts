// What Slipway costs while nothing happens: 50 servers that are silent, and the window that shows them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../measure.ts';
import { median } from '../median.ts';
import { secondsOfThreads } from '../process-figures.ts';
import { startWindowBench, type WindowBench } from './app.ts';
import { silentServer, startServers } from './live-servers.ts';

const SERVERS = 50;
const ROUNDS = 7;
const ROUND_MS = 6_000;
/** In their first minute it is counted in seconds how long servers run. */
const SETTLE_MS = 65_000;

export const windowIdle: Measure = {
  name: 'window-idle',
  goal: `window and core under 1 % of one core, with ${SERVERS} idle servers in sight`,
  run: async () => {
    if (process.platform !== 'linux') return 'not measured: this measure reads figures that only Linux has';
    const bench = await startWindowBench();
    try {
      await startServers(bench, silentServer, SERVERS);
      await bench.show(`#/games/local/${bench.place.game_id}/servers/${bench.place.environment_id}`);
      await bench.page
        .getByRole('row', { name: /Running/ })
        .first()
        .waitFor();
      await sleep(SETTLE_MS);
      const rounds: Cost[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await costOfRound(bench));
      const shown = (part: keyof Cost) => `${median(rounds.map((each) => each[part])).toFixed(2)} %`;
      return [
        `window's renderer ${shown('renderer')}, core ${shown('core')}`,
        `service and its threads ${shown('service')}, Chromium's painting by the processor ${shown('painting')}`,
      ].join('; ');
    } finally {
      await bench.close();
    }
  },
};

/** Percent of one core. */
type Cost = { renderer: number; core: number; service: number; painting: number };

async function costOfRound(bench: WindowBench): Promise<Cost> {
  const before = await threadsOf(bench);
  await sleep(ROUND_MS);
  const after = await threadsOf(bench);
  const percent = (part: keyof Cost) => (usedBetween(before[part], after[part]) / (ROUND_MS / 1000)) * 100;
  return {
    renderer: percent('renderer'),
    core: percent('core'),
    service: percent('service'),
    painting: percent('painting'),
  };
}

type Threads = ReadonlyMap<number, number>;

async function threadsOf({ browser, app }: WindowBench): Promise<Record<keyof Cost, Threads>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const ofType = async (type: string) => {
    const pids = processInfo.filter((each) => each.type === type).map(({ id }) => id);
    return new Map((await Promise.all(pids.map(secondsOfThreads))).flatMap((threads) => [...threads]));
  };
  const ofApp = [...(await secondsOfThreads(app.pid))];
  return {
    renderer: await ofType('renderer'),
    painting: await ofType('GPU'),
    core: new Map(ofApp.filter(([thread]) => thread === app.pid)),
    service: new Map(ofApp.filter(([thread]) => thread !== app.pid)),
  };
}

/** What a thread used that ended meanwhile is not known. */
function usedBetween(before: Threads, after: Threads): number {
  return [...after].reduce((sum, [thread, seconds]) => sum + Math.max(0, seconds - (before.get(thread) ?? 0)), 0);
}
