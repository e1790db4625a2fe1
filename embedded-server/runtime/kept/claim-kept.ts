// Gives a server its set of kept folders, on this machine or on a node: the first set that is free, or the one of the server that it
// replaces. In that case it waits until the other server has ended, since two servers must never write one world.
import type { ServerRecord } from '../server-records/store.ts';
import { createKeptSlots, type KeptPlace, type KeptSlots } from './slots.ts';

/** Settles when the server has a set of kept folders that is its own until it has ended. */
export type ClaimKept = (
  server: ServerRecord,
  /** How many servers its namespace keeps. */
  serverCount: number,
  run: { signal: AbortSignal; undo: { add(step: () => unknown): void } },
) => Promise<KeptPlace>;

export type KeptClaimParts = {
  slots: KeptSlots;
  mayTakeOver(server: ServerRecord, holder_id: string): boolean;
  endHolder(holder_id: string, signal: AbortSignal): Promise<void>;
  /** Says in its log whom it waits for. */
  onWait(server: ServerRecord, holder_id: string): void;
  onClaimed(server: ServerRecord, slot: number): void;
};

export function createKeptClaims({ slots, mayTakeOver, endHolder, onWait, onClaimed }: KeptClaimParts): ClaimKept {
  return async (server, serverCount, { signal, undo }) => {
    for (;;) {
      signal.throwIfAborted();
      await slots.unlocked(server.namespace_id);
      const holders = slots.keptHolders(server.namespace_id);
      const isFull = server.kept && holders.length >= serverCount;
      const holder = isFull ? holders.find((id) => mayTakeOver(server, id)) : undefined;
      if (holder === undefined) break;
      const isGone = endHolder(holder, signal);
      onWait(server, holder);
      await isGone;
    }
    const place = slots.claim(server);
    undo.add(() => slots.release(place));
    onClaimed(server, place.slot);
    return place;
  };
}

/** Who has which kept folders, and how a server gets its own. What claims them is made later than what asks. */
export function createKeptGiving() {
  let present: ClaimKept | undefined;
  return {
    slots: createKeptSlots(),
    claim: async (...asked: Parameters<ClaimKept>) => {
      if (present === undefined) throw new Error('Nobody gives kept folders yet');
      return await present(...asked);
    },
    use: (claim: ClaimKept) => {
      present = claim;
    },
  };
}
