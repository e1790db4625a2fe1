// How smoothly long lists move: a log of 100,000 lines, the rows of a thousand servers, and a board of many namespaces.
import type { Measure } from '../measure.ts';
import { startWindowBench, type WindowBench } from './app.ts';
import { silentServer, startNamespaces, startServers, startSleepers } from './live-servers.ts';
import { formatFrame, formatTask, watchPage } from './page-watch.ts';

const LINES = 100_000;
const SERVERS = 1_000;
const NAMESPACES = 50;
const BOARD_SERVERS = 200;
const STEPS = 300;
/** About what a finger on a pad does between two frames. */
const STEP_PX = 240;

/** Writes all its lines at once, then answers. */
const writer = `let text = '';
for (let n = 1; n <= ${LINES}; n += 1) text += 'tick ' + n + ' on the reef took ' + (n % 17) + ' ms\\n';
process.stdout.write(text);
${silentServer}`;

export const windowLogScroll: Measure = {
  name: 'window-log-scroll',
  goal: `a log of ${LINES.toLocaleString('en')} lines scrolls with 60 frames/s`,
  run: () =>
    withBench(async (bench) => {
      const [id] = await startServers(bench, writer, 1);
      await bench.show(`${serversHash(bench)}/${id}`);
      await bench.page.getByText(`tick ${LINES} on the reef`).waitFor();
      return await scroll(bench, '[role="log"]');
    }),
};

export const windowRowScroll: Measure = {
  name: 'window-row-scroll',
  goal: `${SERVERS.toLocaleString('en')} servers in the table scroll with 60 frames/s`,
  run: () =>
    withBench(async (bench) => {
      await startSleepers(bench, SERVERS);
      await bench.show(serversHash(bench));
      await bench.page.locator(`[role=grid][aria-rowcount="${SERVERS + 1}"]`).waitFor();
      return await scroll(bench, '[role="rowgroup"]');
    }),
};

export const windowBoardScroll: Measure = {
  name: 'window-board-scroll',
  goal: `a board of ${NAMESPACES} namespaces with ${BOARD_SERVERS} servers scrolls with 60 frames/s`,
  run: () =>
    withBench(async (bench) => {
      await startNamespaces(bench, NAMESPACES, BOARD_SERVERS);
      await bench.show(`#/games/local/${bench.place.game_id}`);
      const { page } = bench;
      await page
        .locator('[data-lane]')
        .nth(NAMESPACES - 1)
        .waitFor({ state: 'attached' });
      return await scroll(bench, '[data-lane]');
    }),
};

async function withBench(run: (bench: WindowBench) => Promise<string>): Promise<string> {
  const bench = await startWindowBench();
  try {
    return await run(bench);
  } finally {
    await bench.close();
  }
}

function serversHash({ place }: WindowBench): string {
  return `#/games/local/${place.game_id}/servers/${place.environment_id}`;
}

/** Up and down again, a step with each frame, in what is selected or what scrolls around it. */
async function scroll(bench: WindowBench, selector: string): Promise<string> {
  const { gaps, longTasks } = await watchPage(bench, () =>
    bench.page.evaluate(`new Promise((resolve) => {
      let box = document.querySelector(${JSON.stringify(selector)});
      while (getComputedStyle(box).overflowY === 'visible') box = box.parentElement;
      const start = box.scrollTop > 0 ? -1 : 1;
      let step = 0;
      const move = () => {
        if (step === ${STEPS}) return resolve();
        box.scrollTop += (step < ${STEPS} / 2 ? start : -start) * ${STEP_PX};
        step += 1;
        requestAnimationFrame(move);
      };
      move();
    })`),
  );
  return `${formatFrame(gaps)}, tasks ${formatTask(longTasks)}`;
}
