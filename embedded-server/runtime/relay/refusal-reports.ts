// Who was turned away, gathered: the first is said at once, and those after it together every few seconds.
import type { RefusedWhy } from '../../../src-shared/service/server-inspection.ts';
import type { RefusedPlayers } from './messages.ts';

const TOGETHER_MS = 5_000;

export type RefusalReports = {
  add(why: RefusedWhy, from: string | undefined): void;
  /** Says what is left. */
  close(): void;
};

type Waiting = { count: number; from: string | undefined; at: number };

export function createRefusalReports(
  report: (refused: RefusedPlayers) => void,
  togetherMs: number = TOGETHER_MS,
): RefusalReports {
  const waiting = new Map<RefusedWhy, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = waiting.size === 0 ? undefined : setTimeout(flush, togetherMs);
    for (const [why, { count, from, at }] of waiting) report({ why, count, from, at });
    waiting.clear();
  };
  return {
    add: (why, from) => {
      waiting.set(why, { count: (waiting.get(why)?.count ?? 0) + 1, from, at: Date.now() });
      if (timer === undefined) flush();
    },
    close: () => {
      clearTimeout(timer);
      timer = undefined;
      for (const [why, { count, from, at }] of waiting) report({ why, count, from, at });
      waiting.clear();
    },
  };
}
