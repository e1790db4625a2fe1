// Which servers are shared with the network that this machine is in: their guarded ports, at one of its own private addresses, for as
// long as each server lives. The service itself is never opened that way.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { RunningPortRelay } from './port-relay.ts';

export type Share = { address: string; ports: Readonly<Record<string, number>> };
export type Shares = ReturnType<typeof createShares>;

type Parts = {
  guard: Pick<RunningPortRelay, 'share'>;
  /** The addresses of this machine in private networks. */
  lanAddresses(): string[];
  /** Of a service that others reach, servers are theirs to join without being shared. */
  isReachedByOthers: boolean;
};

export function createShares({ guard, lanAddresses, isReachedByOthers }: Parts) {
  const shared = new Map<string, Share>();
  /** The last call for each server, while it is under way: the guard does them in turn, so this one decides how it ends. */
  const last = new Map<string, symbol>();
  const canBeShared = ({ ports }: Pick<ServerRecord, 'ports'>) =>
    !isReachedByOthers && Object.values(ports).some(({ routing }) => routing.game_guard !== undefined);
  return {
    /** Where a server could be shared, and where it is. Nothing for one that cannot be. */
    of: (server: Pick<ServerRecord, 'server_id' | 'ports'>): { addresses: string[]; share?: Share } | undefined => {
      if (!canBeShared(server)) return undefined;
      const share = shared.get(server.server_id);
      return { addresses: lanAddresses(), ...(share === undefined ? {} : { share }) };
    },
    set: async (server: ServerRecord, address: string | undefined): Promise<Share | undefined> => {
      const { server_id } = server;
      if (address === undefined && !canBeShared(server)) return undefined;
      if (address !== undefined) {
        if (!canBeShared(server)) throw new AppError('LISTENING_REFUSED', 'share.not-guarded');
        refuseUnknown(address, lanAddresses());
      }
      const mine = Symbol();
      last.set(server_id, mine);
      shared.delete(server_id);
      try {
        const opened = await guard.share(server_id, address);
        // Nothing is opened of one that is being closed.
        if (address === undefined || opened.length === 0) return undefined;
        const share = { address, ports: Object.fromEntries(opened.map(({ name, port }) => [name, port])) };
        if (last.get(server_id) === mine) shared.set(server_id, share);
        return share;
      } finally {
        if (last.get(server_id) === mine) last.delete(server_id);
      }
    },
    /** It has ended, and its ports with it. */
    forget: (server_id: string): void => {
      last.delete(server_id);
      shared.delete(server_id);
    },
  };
}

function refuseUnknown(address: string, known: readonly string[]): void {
  if (known.length === 0) throw new AppError('LISTENING_REFUSED', 'share.no-private-address');
  if (known.includes(address)) return;
  throw new AppError('LISTENING_REFUSED', 'share.no-such-address', { address, known: known.join(', ') });
}
