// A clock that stands still until a test turns it: what waits by it goes on when its time has come.
import type { Clock } from '../../src-main/core/platform/clock.ts';

export function createTurnedClock(startAt = Date.now()) {
  let now = startAt;
  const waits = new Set<{ due: number; end(): void }>();
  const settle = () => {
    for (const wait of [...waits].filter(({ due }) => due <= now)) wait.end();
  };
  const clock: Clock = {
    now: () => now,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        const end = () => {
          waits.delete(wait);
          resolve();
        };
        const wait = { due: now + ms, end };
        waits.add(wait);
        signal.addEventListener('abort', end, { once: true });
        settle();
      });
      signal.throwIfAborted();
    },
  };
  return {
    clock,
    turn: (ms: number): void => {
      now += ms;
      settle();
    },
    /** As when somebody sets the clock of the machine: who waits waits as long as before. */
    setBack: (ms: number): void => {
      now -= ms;
      for (const wait of waits) wait.due -= ms;
    },
    waiting: () => waits.size,
  };
}
