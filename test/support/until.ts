// Waits for something to become true, by looking again and again. On a busy machine real processes take their time.
import { setTimeout as sleep } from 'node:timers/promises';

let longestMs = 60_000;

/** For all waits from here on. `leak-check.ts` sets it to what each test has. */
export function waitAtMost(ms: number): void {
  longestMs = ms;
}

export async function until(holds: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const start = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - start;
    if (waited > longestMs) throw new Error(`Waited ${longestMs} ms for ${what}`);
    // Each look costs the machine that it waits for: the longer it has waited, the less often it looks. Some act on what they see while it
    // goes on, so it is never long.
    await sleep(Math.min(5 + waited / 10, 80));
  }
}
