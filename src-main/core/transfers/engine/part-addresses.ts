// The addresses of parts while they are sent: renewed once for all parts that find theirs too old at the same time.
import { renewAddresses } from './reconcile.ts';
import type { Run } from './transfer-run.ts';

/** How often addresses are renewed at once before that counts as a failure like others. */
const RENEWALS = 2;

export type Addresses = ReturnType<typeof createAddresses>;

export function createAddresses(run: Run) {
  let generation = 0;
  let renewals = 0;
  let underWay: Promise<void> | undefined;
  return {
    generation: () => generation,
    work: () => {
      renewals = 0;
    },
    mayRenew: () => renewals < RENEWALS,
    renew: async (seen: number): Promise<void> => {
      if (seen !== generation) return;
      underWay ??= renewAddresses(run).finally(() => {
        generation += 1;
        renewals += 1;
        underWay = undefined;
      });
      await underWay;
    },
  };
}
