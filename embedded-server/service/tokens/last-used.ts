// Remembers when each token was last used. It is written at most once a minute for each, after the request and without
// waiting for the disk: what a power cut takes is a minute of this, and nothing else.
import type { Database } from '../../platform/storage/database.ts';
import type { TokenStore } from './store.ts';

const COARSE_MS = 60_000;
const WRITE_AFTER_MS = 250;

export function createLastUsed(store: TokenStore, database: Database, now: () => number) {
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const due = [...waiting];
    waiting.clear();
    if (due.length === 0) return;
    try {
      database.changeLazily(() => {
        for (const [token_id, at] of due) store.setUsed(token_id, at);
      });
    } catch {
      // A full disk: the next use a minute later tries again, and no request fails for this.
    }
  };
  return {
    /** Says that a token is used now, last known to be used at `known`. Answers the time to know from now on. */
    note: (token_id: string, known: number | null): number => {
      const at = now();
      if (known !== null && at - known < COARSE_MS && at >= known) return known;
      waiting.set(token_id, at);
      if (timer === undefined) {
        timer = setTimeout(write, WRITE_AFTER_MS);
        timer.unref();
      }
      return at;
    },
    forget: (token_id: string) => void waiting.delete(token_id),
    /** Writes what waits. */
    write,
  };
}
