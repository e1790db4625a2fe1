// Lets what comes in one order go on in the other: so many wait for each other, and the last one goes first.
import { setTimeout as sleep } from 'node:timers/promises';

/** Those that wait longer than this go on without more. */
const PATIENCE_MS = 1_000;

export type Reorder = { turn(of: number): Promise<() => void> };

export function createReorder(): Reorder {
  let waiting: (() => void)[] = [];
  let last = Promise.resolve();
  const release = () => {
    const group = waiting.toReversed();
    waiting = [];
    for (const go of group) go();
  };
  return {
    /** Resolves when it may go on, and answers how to say that it has. */
    turn: async (of) => {
      const together = Promise.withResolvers<void>();
      const go = together.resolve;
      waiting.push(go);
      if (waiting.length >= of) release();
      else void sleep(PATIENCE_MS, undefined, { ref: false }).then(() => waiting.includes(go) && release());
      await together.promise;
      const before = last;
      const done = Promise.withResolvers<void>();
      last = done.promise;
      await before;
      return done.resolve;
    },
  };
}
