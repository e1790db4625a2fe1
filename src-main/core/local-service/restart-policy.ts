// When Local is started again by itself after it crashed: at once, then later each time, and no more after a few crashes within
// some minutes, as what crashes on and on needs a person.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { LocalFacts } from '../../../src-shared/instances/bridge.ts';
import type { Clock } from '../platform/clock.ts';

const WAITS_MS = [0, 1_000, 4_000, 15_000];
const WINDOW_MS = 10 * 60_000;

export type Crash = NonNullable<LocalFacts['crash']>;

/** `tidy` is called where no start follows at once, as what it hosted runs on without it. */
export function createRestartPolicy(clock: Clock, start: () => unknown, tidy: () => void) {
  let times: number[] = [];
  let crash: Crash | undefined;
  let waiting: AbortController | undefined;
  let isClosed = false;
  const endWait = () => {
    waiting?.abort();
    waiting = undefined;
  };
  const startAfter = async (ms: number) => {
    const present = new AbortController();
    waiting = present;
    await clock.sleep(ms, present.signal).catch(() => undefined);
    if (waiting !== present) return;
    waiting = undefined;
    start();
  };
  return {
    /** The last one since a person started it. */
    crash: () => crash,
    /** Answers when it starts next; undefined when it is not started by itself any more. */
    crashed: (problem: AppError): number | undefined => {
      const at = clock.now();
      times = [...times.filter((time) => time <= at && at - time < WINDOW_MS), at];
      crash = { at, count: times.length, problem: problem.toBody() };
      const wait = isClosed ? undefined : WAITS_MS[times.length - 1];
      if (wait !== 0) tidy();
      if (wait === undefined) return undefined;
      void startAfter(wait);
      return at + wait;
    },
    /** A person starts it: sooner than after its wait, or again, and then what was is forgotten. */
    byHand: () => {
      if (waiting === undefined) {
        times = [];
        crash = undefined;
      }
      endWait();
    },
    close: () => {
      isClosed = true;
      endWait();
    },
  };
}
