// Finds out that a server paused in the middle of a line. That we did not read is no pause of the server.
import { PAUSE_MS } from './line-splitter.ts';

export type Pauses = {
  /** There is a begun line now. */
  watch(): void;
  /** While this is open nobody reads what the server writes. */
  hold(wait: Promise<void> | undefined): Promise<void> | undefined;
  end(): void;
};

/** `cutIdle` answers whether begun lines are left. */
export function watchPauses(cutIdle: () => boolean): Pauses {
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Immediate | undefined;
  let held: Promise<void> | undefined;
  let heldUntil = 0;
  const watch = () => {
    timer ??= setTimeout(lookSoon, PAUSE_MS).unref();
  };
  /** When this thread was busy, there may be more to read; that comes first. */
  const lookSoon = () => {
    look = setImmediate(() => {
      timer = undefined;
      const couldRead = held === undefined && performance.now() - heldUntil >= PAUSE_MS;
      if (!couldRead || cutIdle()) watch();
    });
  };
  const release = () => {
    held = undefined;
    heldUntil = performance.now();
  };
  return {
    watch,
    hold: (wait) => {
      if (wait !== held && wait !== undefined) {
        held = wait;
        void wait.then(release);
      }
      return wait;
    },
    end: () => {
      clearTimeout(timer);
      clearImmediate(look);
    },
  };
}
