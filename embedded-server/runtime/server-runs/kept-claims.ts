// Gives a server of this service its set of kept folders, wherever it runs: the first that nobody has, or that of the server it replaces.
import { messageFor } from '../../../src-shared/text/message.ts';
import { claimKept } from '../kept/claim-kept.ts';
import type { KeptSlots } from '../kept/slots.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { mayTakeOver } from './known-numbers.ts';
import type { ClaimKept, RunDependencies } from './run-dependencies.ts';

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
        onWait: (holder_id) => sayWait(parts, server, holder_id),
      },
      server,
      run,
    );
    records.change(server.server_id, { problem: null, kept_slot: place.slot });
    return place;
  };
}

/** In both logs, and where people look at the new one: with players on the old one it may take minutes. */
function sayWait({ records, note }: KeptClaimParts, { server_id }: ServerRecord, holder_id: string): void {
  const isDraining = records.one(holder_id)?.state === 'draining';
  const message = messageFor(isDraining ? 'kept.waits-for-players' : 'kept.waits-for-holder', {
    server: holder_id.slice(0, 8),
  });
  note(server_id, message.text);
  if (!isDraining) return;
  records.change(server_id, { problem: message });
  note(holder_id, messageFor('kept.drains', { server: server_id.slice(0, 8) }).text);
}
