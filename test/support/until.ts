// Waits for something to become true, by looking again and again. On a busy machine real processes take their time.
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 60_000;

export async function until(holds: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${LONGEST_MS} ms for ${what}`);
    await sleep(5);
  }
}
