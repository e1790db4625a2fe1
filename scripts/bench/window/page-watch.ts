// What is watched in the window while it is measured: tasks that hold it up, and the distances between its frames. The texts run
// in the page, whose types this folder does not have.
import type { Page } from 'playwright';
import { z } from 'zod';
import type { WindowBench } from './app.ts';

export type Watched = {
  /** How long each task took that took over 50 ms by the clock: its own processor time, and that of the clock. */
  longTasks: { own: number; clock: number }[];
  /** Milliseconds between frames. */
  gaps: number[];
};

const LONG_MS = 50;

const begin = `(() => {
  const watch = { gaps: [], last: undefined, isOver: false };
  window.benchWatch = watch;
  const frame = (at) => {
    if (watch.isOver) return;
    if (watch.last !== undefined) watch.gaps.push(at - watch.last);
    watch.last = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

const end = `(() => {
  window.benchWatch.isOver = true;
  return window.benchWatch.gaps;
})()`;

/** Times in microseconds; `tdur` is what the thread itself worked. */
const traced = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** Watches the frames alone. */
export async function watchFrames(page: Page, run: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(begin);
  await run();
  return await page.evaluate<number[]>(end);
}

/** Watches while something runs. On a machine that does other work too, what a task took by the clock says little. */
export async function watchPage({ browser, page }: WindowBench, run: () => Promise<unknown>): Promise<Watched> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const gaps = await watchFrames(page, run);
  const { traceEvents } = traced.parse(JSON.parse((await browser.stopTracing()).toString()));
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const mains = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  const longTasks = traceEvents.flatMap(({ name, pid, tid, dur = 0, tdur = 0 }) => {
    const isTask = name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`);
    return isTask && dur > LONG_MS * 1000 ? [{ own: tdur / 1000, clock: dur / 1000 }] : [];
  });
  return { longTasks, gaps };
}

/** "60 frames/s, worst gap 18 ms, 0 of 600 over 33 ms". */
export function formatFrame(gaps: readonly number[]): string {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const late = gaps.filter((gap) => gap > 33.4).length;
  const rate = ((gaps.length / total) * 1000).toFixed(1);
  return `${rate} frames/s, worst gap ${Math.max(0, ...gaps).toFixed(0)} ms, ${late} of ${gaps.length} over 33 ms`;
}

/** "none over 50 ms", or how many, and how many of them by what they worked themselves. */
export function formatTask(longTasks: Watched['longTasks']): string {
  if (longTasks.length === 0) return 'none over 50 ms';
  const own = longTasks.map((task) => task.own);
  const longest = `the longest worked ${Math.max(...own).toFixed(0)} ms`;
  return `${own.filter((ms) => ms > LONG_MS).length} over 50 ms of work, ${longTasks.length} by the clock, ${longest}`;
}
