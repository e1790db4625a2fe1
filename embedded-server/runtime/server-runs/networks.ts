// The networks that servers' players are given, remembered while the servers live.
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { RunningPortRelay } from './port-relay.ts';

type Given = { conditions: NetworkConditions | undefined; cutUntil: number | undefined };

export function createNetworks(guard: Pick<RunningPortRelay, 'setConditions' | 'cut'>, now: () => number) {
  const given = new Map<string, Given>();
  return {
    of: (server_id: string): Given | undefined => {
      const found = given.get(server_id);
      if (found?.cutUntil === undefined || found.cutUntil > now()) return found;
      return { ...found, cutUntil: undefined };
    },
    set: async (server_id: string, conditions: NetworkConditions | undefined): Promise<void> => {
      await guard.setConditions(server_id, conditions);
      given.set(server_id, { conditions, cutUntil: given.get(server_id)?.cutUntil });
    },
    cut: async (server_id: string, ms: number): Promise<void> => {
      await guard.cut(server_id, ms);
      given.set(server_id, {
        conditions: given.get(server_id)?.conditions,
        cutUntil: ms === 0 ? undefined : now() + ms,
      });
    },
    forget: (server_id: string): void => {
      given.delete(server_id);
    },
  };
}
