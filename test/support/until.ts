// Waits for something to become true, by looking again and again. On a busy machine real processes take their time.
import { setTimeout as sleep } from 'node:timers/promises';

/** Of hooks, which end by a time of their own. */
const USUAL_MS = 60_000;

/** Tests turn the clocks that are known to all. */
const now = performance.now.bind(performance);
let lastMoment: number | undefined;

/** All waits from here on together, so that the one that lasts says what it was for before its test runs out of time. */
export function endWaitsAfter(ms: number | undefined): void {
  lastMoment = ms === undefined ? undefined : now() + ms;
}

export async function until(holds: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const start = now();
  const end = lastMoment ?? start + USUAL_MS;
  while (!(await holds())) {
    const waited = now() - start;
    if (now() > end) throw new Error(`Waited ${Math.round(waited)} ms for ${what}`);
    // Each look costs the machine that it waits for: the longer it has waited, the less often it looks. Some act on what they see while it
    // goes on, so it is never long.
    await sleep(Math.min(5 + waited / 10, 80));
  }
}
