// How long the window takes until something is painted, and until the game is there, with nothing in the browser's cache.
import type { Measure } from '../measure.ts';
import { median } from '../median.ts';
import { startWindowBench, type WindowBench } from './app.ts';

const ROUNDS = 7;
const SESSION_KEY = 'slipway.window-session';

export const windowFirstPaint: Measure = {
  name: 'window-first-paint',
  goal: 'first paint within 1.5 s',
  run: async () => {
    const bench = await startWindowBench();
    try {
      const paints: number[] = [];
      const whole: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { paint, content } = await openOnce(bench);
        paints.push(paint);
        whole.push(content);
      }
      const shown = (all: readonly number[]) => `${median(all).toFixed(0)} ms (most ${Math.max(...all).toFixed(0)})`;
      return `first paint ${shown(paints)}, the game's lanes ${shown(whole)}`;
    } finally {
      await bench.close();
    }
  },
};

async function openOnce({ browser, page, place }: WindowBench): Promise<{ paint: number; content: number }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
  });
  // The session of a window is in its session storage, which no state of a context takes along.
  const secret = await page.evaluate<string>(`sessionStorage.getItem('${SESSION_KEY}')`);
  await context.addInitScript(`sessionStorage.setItem('${SESSION_KEY}', ${JSON.stringify(secret)})`);
  const fresh = await context.newPage();
  await fresh.goto(`${new URL(page.url()).origin}/#/games/local/${place.game_id}`);
  await fresh.getByRole('article').first().waitFor();
  const content = await fresh.evaluate<number>('performance.now()');
  const paint = await fresh.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1`,
  );
  await context.close();
  if (paint < 0) throw new Error('Nothing was painted');
  return { paint, content };
}
