// Gives a server its set of kept folders. One that replaces another waits for it: a world is never written by two.

import type { ServerRecord } from '../server-records/store.ts';
import type { KeptPlace, KeptSlots } from './slots.ts';

export type ClaimParts = {
  slots: KeptSlots;
  /** How many servers its namespace keeps. */
  serverCount: number;
  mayTakeOver(holder_id: string): boolean;
  standDown(holder_id: string, signal: AbortSignal): Promise<void>;
  /** Says in its log whom it waits for. */
  onWait(holder_id: string): void;
};

export async function claimKept(
  { slots, serverCount, mayTakeOver, standDown, onWait }: ClaimParts,
  server: ServerRecord,
  { signal, undo }: { signal: AbortSignal; undo: { add(step: () => void): void } },
): Promise<KeptPlace> {
  for (;;) {
    signal.throwIfAborted();
    await slots.unlocked(server.namespace_id);
    const holders = slots.keptHolders(server.namespace_id);
    const holder = server.kept && holders.length >= serverCount ? holders.find(mayTakeOver) : undefined;
    if (holder === undefined) break;
    const isGone = standDown(holder, signal);
    onWait(holder);
    await isGone;
  }
  const place = slots.claim(server);
  undo.add(() => slots.release(place));
  return place;
}
