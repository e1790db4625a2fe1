// Follows one watchable call for as long as it is wanted: asks, waits for the next change, and tries again when it fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

export type WatchLoop<A extends { watch: { index: string } }> = {
  signal: AbortSignal;
  /** Asks for what is newer than `index`, or for the present when there is none. */
  ask(index: string | undefined, signal: AbortSignal): Promise<A>;
  onAnswer(answer: A): void;
  /** Told of each failure and when the next try is. Answering false ends the loop. */
  onFailure(error: AppError, retryAt: number): boolean;
};

/** Resolves when the signal fires or a failure is final. */
export async function runWatchLoop<A extends { watch: { index: string } }>(loop: WatchLoop<A>): Promise<void> {
  let index: string | undefined;
  let failures = 0;
  while (!loop.signal.aborted) {
    try {
      const answer = await loop.ask(index, loop.signal);
      if (loop.signal.aborted) return;
      index = answer.watch.index;
      failures = 0;
      loop.onAnswer(answer);
    } catch (thrown) {
      if (loop.signal.aborted) return;
      const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
      failures += 1;
      index = undefined; // what was missed meanwhile is not known
      if (!loop.onFailure(asAppError(thrown), Date.now() + wait)) return;
      await sleep(wait, undefined, { signal: loop.signal }).catch(() => undefined);
    }
  }
}

/** Failures that no waiting mends. */
export function isFinal(error: AppError): boolean {
  return error.status >= 400 && error.status < 500;
}
