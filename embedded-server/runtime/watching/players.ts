// Who plays where, as the guard counts: told to who watches servers and games, and to servers that wait to be empty.
import type { ServerPlayers } from '../../../src-shared/service/servers.ts';

export type PlayerParts = {
  /** Moves what watchers of this server's namespace and game see. */
  onChanged(serverId: string): void;
};
export type Counted = { serverId: string; now: number; refused: number };
export type Players = ReturnType<typeof createPlayers>;

export function createPlayers({ onChanged }: PlayerParts) {
  let onEmpty: (serverId: string) => void = () => undefined;
  const servers = new Map<string, ServerPlayers & { gameId: string }>();
  return {
    /** Says who is told when the last player left a server. */
    whenEmpty: (listener: (serverId: string) => void): void => {
      onEmpty = listener;
    },
    add: (serverId: string, gameId: string, limit: number): void => {
      servers.set(serverId, { gameId, now: 0, limit, refused: 0 });
    },
    setLimit: (serverId: string, limit: number): void => {
      const found = servers.get(serverId);
      if (found !== undefined) servers.set(serverId, { ...found, limit });
    },
    count: ({ serverId, now, refused }: Counted): void => {
      const found = servers.get(serverId);
      if (found === undefined || (found.now === now && found.refused === refused)) return;
      servers.set(serverId, { ...found, now, refused });
      onChanged(serverId);
      if (now === 0 && found.now > 0) onEmpty(serverId);
    },
    remove: (serverId: string): void => {
      const had = servers.get(serverId);
      servers.delete(serverId);
      if (had !== undefined && had.now > 0) onChanged(serverId);
    },
    of: (serverId: string): ServerPlayers | undefined => {
      const found = servers.get(serverId);
      return found === undefined ? undefined : { now: found.now, limit: found.limit, refused: found.refused };
    },
    ofGame: (gameId: string): number => {
      let sum = 0;
      for (const server of servers.values()) if (server.gameId === gameId) sum += server.now;
      return sum;
    },
  };
}
