// Gives a server of this service its set of kept folders, wherever it runs: the first that nobody has, or that of the server it replaces.
import { claimKept } from '../kept/claim-kept.ts';
import { createKeptSlots, type KeptSlots } from '../kept/slots.ts';
import { mayTakeOver } from './known-numbers.ts';
import type { ClaimKept, RunDependencies } from './run-dependencies.ts';
import { sayWait } from './say-wait.ts';

export type KeptClaimParts = Pick<RunDependencies, 'records' | 'note' | 'standDown'> & { slots: KeptSlots };

export function createKeptClaims(parts: KeptClaimParts): ClaimKept {
  const { slots, records, standDown } = parts;
  return async (server, serverCount, run) => {
    const place = await claimKept(
      {
        slots,
        serverCount,
        mayTakeOver: (holder_id) => mayTakeOver(records, server, holder_id),
        standDown,
        onWait: (holder_id) => sayWait(parts, { server, holder_id }),
      },
      server,
      run,
    );
    records.change(server.server_id, { problem: null, kept_slot: place.slot });
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
