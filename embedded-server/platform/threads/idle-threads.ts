// Threads that nobody uses at the moment, kept for a while for whoever wants one of the same script next: to start one costs more
// than most of what is asked of it.
import type { Worker } from 'node:worker_threads';

const IDLE_MS = 10_000;
const MOST_OF_A_SCRIPT = 2;

type Idle = { worker: Worker; forget(): void };

const idleOf = new Map<string, Idle[]>();

/** Ends after a while unless somebody takes it first. One too many ends at once. */
export async function keepIdle(script: URL, worker: Worker): Promise<void> {
  const idle = idleOf.get(script.href) ?? [];
  if (idle.length >= MOST_OF_A_SCRIPT) {
    await worker.terminate();
    return;
  }
  const end = () => {
    kept.forget();
    void worker.terminate();
  };
  const timer = setTimeout(end, IDLE_MS).unref();
  const kept: Idle = {
    worker,
    forget: () => {
      clearTimeout(timer);
      worker.off('exit', kept.forget).off('error', ignore);
      const others = idle.filter((each) => each !== kept);
      idle.length = 0;
      idle.push(...others);
    },
  };
  worker.on('exit', kept.forget).on('error', ignore);
  idle.push(kept);
  idleOf.set(script.href, idle);
}

/** The one that was used last. */
export function takeIdle(script: URL): Worker | undefined {
  const kept = idleOf.get(script.href)?.at(-1);
  kept?.forget();
  return kept?.worker;
}

export function isIdle(worker: Worker): boolean {
  return [...idleOf.values()].flat().some((each) => each.worker === worker);
}

/** It did nothing for anybody, and the next one is new. */
function ignore(): void {}
