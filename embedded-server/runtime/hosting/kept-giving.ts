// Who has which kept folders, and how a server gets its own. Who has a server stand down for another is made later than what asks.
import { createKeptSlots } from '../kept/slots.ts';
import type { ClaimKept } from '../server-runs/run-dependencies.ts';

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
