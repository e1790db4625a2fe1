// Tells the servers of a namespace how many players each may have, a few at a time: there may be thousands, each is a message to its
// host, and calls are answered meanwhile. What is set again before all were told is told once.
import { setTimeout as sleep } from 'node:timers/promises';

type Parts = {
  /** Those that it holds for now. */
  livingIn(namespace_id: string): readonly string[];
  tell(server_id: string, maxPlayers: number): void;
  onProblem(thrown: unknown): void;
};
export type LimitTeller = ReturnType<typeof createLimitTeller>;

/** As many messages as take about as long as a call. */
const AT_ONCE = 16;
/** What is set again and again is told this often. */
const PAUSE_MS = 50;

export function createLimitTeller({ livingIn, tell, onProblem }: Parts) {
  const wanted = new Map<string, number>();
  const busy = new Set<string>();
  const closing = new AbortController();
  const { signal } = closing;
  const tellAll = async (namespace_id: string, maxPlayers: number): Promise<void> => {
    const servers = livingIn(namespace_id);
    for (let from = 0; from < servers.length && !signal.aborted; from += AT_ONCE) {
      for (const id of servers.slice(from, from + AT_ONCE)) tell(id, maxPlayers);
      if (from + AT_ONCE < servers.length) await new Promise(setImmediate);
    }
  };
  const run = async (namespace_id: string): Promise<void> => {
    for (;;) {
      const maxPlayers = wanted.get(namespace_id);
      if (maxPlayers === undefined || signal.aborted) break;
      wanted.delete(namespace_id);
      await tellAll(namespace_id, maxPlayers);
      await sleep(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  return {
    /** The first few hear of it before this returns. */
    tell: (namespace_id: string, maxPlayers: number): void => {
      wanted.set(namespace_id, maxPlayers);
      if (busy.has(namespace_id)) return;
      busy.add(namespace_id);
      void run(namespace_id)
        .catch(onProblem)
        .finally(() => busy.delete(namespace_id));
    },
    /** Hosts that did not hear of it do when they come back to the service. */
    close: (): void => closing.abort(),
  };
}
