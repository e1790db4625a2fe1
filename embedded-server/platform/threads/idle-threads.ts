// Threads that nobody uses at the moment, kept for a while for whoever wants one of the same script next: to start one costs more
// than most of what is asked of it.
import type { Worker } from 'node:worker_threads';

const IDLE_MS = 10_000;
const MOST_OF_A_SCRIPT = 2;

type Idle = { script: string; worker: Worker; forget(): void };

const idle = new Set<Idle>();

/** Ends after a while unless somebody takes it first. One too many ends at once. */
export async function keepIdle(script: URL, worker: Worker): Promise<void> {
  if (idleOf(script).length >= MOST_OF_A_SCRIPT) {
    await worker.terminate();
    return;
  }
  const forget = () => {
    clearTimeout(timer);
    worker.off('exit', forget).off('error', ignore);
    idle.delete(kept);
  };
  const end = () => {
    forget();
    void worker.terminate();
  };
  const timer = setTimeout(end, IDLE_MS).unref();
  const kept: Idle = { script: script.href, worker, forget };
  worker.on('exit', forget).on('error', ignore);
  idle.add(kept);
}

/** The one that was used last. */
export function takeIdle(script: URL): Worker | undefined {
  const kept = idleOf(script).at(-1);
  kept?.forget();
  return kept?.worker;
}

export function isIdle(worker: Worker): boolean {
  return [...idle].some((each) => each.worker === worker);
}

function idleOf({ href }: URL): Idle[] {
  return [...idle].filter(({ script }) => script === href);
}

/** It did nothing for anybody, and the next one is new. */
function ignore(): void {}
