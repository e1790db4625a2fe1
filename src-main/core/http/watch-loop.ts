// Follows one watchable call for as long as it is wanted: asks, waits for the next change, and tries again when it fails. It
// ends only with its signal. What it asks for next is always the index of the last answer, so nothing is missed between two.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;
/** A refusal does not pass by waiting, but somebody may give the right back, or bring the game back. */
const REFUSED_RETRY_MS = 60_000;
/** An answer that says the same index at once, again and again, is a service that does not know how to wait. */
const UNMOVED_MS = 2_000;

/** Lets somebody cut short what a loop waits for. */
export type Wake = { readonly now: () => void; readonly signal: () => AbortSignal };

export function createWake(): Wake {
  let controller = new AbortController();
  return {
    now: () => {
      controller.abort();
      controller = new AbortController();
    },
    signal: () => controller.signal,
  };
}

export type WatchLoop<A extends { watch: { index: string } }> = {
  signal: AbortSignal;
  wake?: Wake;
  /** Asks for what is newer than `index`, or for the present when there is none. */
  ask(index: string | undefined, signal: AbortSignal): Promise<A>;
  onAnswer(answer: A): void;
  /** Called with each failure and the time of the next try. */
  onFailure(error: AppError, retryAt: number): void;
};

/** Resolves when the signal fires. */
export async function runWatchLoop<A extends { watch: { index: string } }>(loop: WatchLoop<A>): Promise<void> {
  let index: string | undefined;
  let failures = 0;
  while (!loop.signal.aborted) {
    const askedAt = performance.now();
    try {
      const answer = await loop.ask(index, loop.signal);
      if (loop.signal.aborted) return;
      const isUnmoved = answer.watch.index === index && performance.now() - askedAt < UNMOVED_MS;
      index = answer.watch.index;
      failures = 0;
      loop.onAnswer(answer);
      if (isUnmoved) await pause(UNMOVED_MS, loop);
    } catch (thrown) {
      if (loop.signal.aborted) return;
      const error = asAppError(thrown);
      const wait = Math.max(isRefusal(error) ? jittered(REFUSED_RETRY_MS) : backOff(failures), retryAfter(error));
      failures += 1;
      index = undefined; // the next answer is the present, whatever happened meanwhile
      loop.onFailure(error, Date.now() + Math.round(wait));
      await pause(wait, loop);
    }
  }
}

/** Waits, unless the signal fires or somebody wakes it. */
export async function pause(ms: number, { signal, wake }: Pick<WatchLoop<never>, 'signal' | 'wake'>): Promise<void> {
  const either = wake === undefined ? signal : AbortSignal.any([signal, wake.signal()]);
  await sleep(ms, undefined, { signal: either }).catch(() => undefined);
}

function backOff(failures: number): number {
  return jittered(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
}

/** Many apps that lost one service do not come back to it in one moment. */
function jittered(ms: number): number {
  return ms * (0.7 + Math.random() * 0.3);
}

function retryAfter({ metadata }: AppError): number {
  if (typeof metadata !== 'object' || metadata === null || !('retry_after_ms' in metadata)) return 0;
  return typeof metadata.retry_after_ms === 'number' ? Math.min(metadata.retry_after_ms, REFUSED_RETRY_MS) : 0;
}

/** Failures that no short waiting mends. */
export function isRefusal(error: AppError): boolean {
  return error.status >= 400 && error.status < 500 && error.code !== 'API_RATE_LIMIT' && error.code !== 'CANCELLED';
}
