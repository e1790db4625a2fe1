// An instance whose one namespace has more servers than it answers at once, each with a player.
import type { Instance } from '../../src-main/core/instances/instance.ts';
import { SERVERS_AT_ONCE, type Server } from '../../src-shared/service/servers.ts';

export const crowdOf = SERVERS_AT_ONCE + 5;

/** All of them run the build `b`. */
export function crowdedInstance(): Instance {
  const servers = Array.from({ length: crowdOf }, (_, at) => ({
    id: `s${at}`,
    runtime: { build: 'b' },
    players: { now: 1 },
  })) as unknown as Server[];
  const game = { game_id: 'g', versions: [], namespaces: [{ namespace_id: 'n' }] };
  const client = {
    listGames: async () => ({ games: [game] }),
    getGame: async () => ({ game }),
    listServers: async ({ query }: { query?: { cursor?: string } }) => {
      const from = servers.findIndex(({ id }) => id === query?.cursor) + 1;
      return { servers: servers.slice(from, from + SERVERS_AT_ONCE) };
    },
  };
  return { client: () => client, view: () => ({}) } as unknown as Instance;
}
