// What is watched in the window while it is measured: tasks that hold it up, and the distances between its frames. The texts run
// in the page, whose types this folder does not have.
import type { Page } from 'playwright';

export type Watched = {
  /** How long each task took that took over 50 ms, as a wall clock has it. */
  longTasks: number[];
  /** Milliseconds between frames. */
  gaps: number[];
};

const begin = `(() => {
  const watch = { longTasks: [], gaps: [], last: undefined, isOver: false };
  window.benchWatch = watch;
  watch.observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.longTasks.push(duration);
  });
  watch.observer.observe({ type: 'longtask' });
  const frame = (at) => {
    if (watch.isOver) return;
    if (watch.last !== undefined) watch.gaps.push(at - watch.last);
    watch.last = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

const end = `(() => {
  const watch = window.benchWatch;
  watch.isOver = true;
  for (const { duration } of watch.observer.takeRecords()) watch.longTasks.push(duration);
  watch.observer.disconnect();
  return { longTasks: watch.longTasks, gaps: watch.gaps };
})()`;

/** Watches while something runs. */
export async function watchPage(page: Page, run: () => Promise<void>): Promise<Watched> {
  await page.evaluate(begin);
  await run();
  return await page.evaluate<Watched>(end);
}

/** "60 frames/s, worst gap 18 ms, 0 of 600 over 33 ms". */
export function frameWords(gaps: readonly number[]): string {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const late = gaps.filter((gap) => gap > 33.4).length;
  const rate = ((gaps.length / total) * 1000).toFixed(1);
  return `${rate} frames/s, worst gap ${Math.max(0, ...gaps).toFixed(0)} ms, ${late} of ${gaps.length} over 33 ms`;
}

/** "none over 50 ms", or how many and the longest. */
export function taskWords(longTasks: readonly number[]): string {
  if (longTasks.length === 0) return 'none over 50 ms';
  return `${longTasks.length} over 50 ms, the longest ${Math.max(...longTasks).toFixed(0)} ms`;
}
