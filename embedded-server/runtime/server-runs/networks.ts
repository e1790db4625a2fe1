// The networks that servers' players are given, remembered while the servers live.
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { RunningPortRelay } from './port-relay.ts';

type Given = { conditions: NetworkConditions | undefined; cutUntil: number | undefined };

export function createNetworks(guard: Pick<RunningPortRelay, 'setConditions' | 'cut'>, now: () => number) {
  const given = new Map<string, Given>();
  return {
    of: (serverId: string): Given | undefined => {
      const found = given.get(serverId);
      if (found?.cutUntil === undefined || found.cutUntil > now()) return found;
      return { ...found, cutUntil: undefined };
    },
    set: async (serverId: string, conditions: NetworkConditions | undefined): Promise<void> => {
      await guard.setConditions(serverId, conditions);
      given.set(serverId, { conditions, cutUntil: given.get(serverId)?.cutUntil });
    },
    cut: async (serverId: string, ms: number): Promise<void> => {
      await guard.cut(serverId, ms);
      given.set(serverId, { conditions: given.get(serverId)?.conditions, cutUntil: ms === 0 ? undefined : now() + ms });
    },
    forget: (serverId: string): void => {
      given.delete(serverId);
    },
  };
}
