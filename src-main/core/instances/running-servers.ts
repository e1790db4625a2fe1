// How many servers of an instance live now, and how many play on them: what ends with its service.
import type { Instance } from './instance.ts';

export async function countRunning(
  instance: Instance,
  signal: AbortSignal,
): Promise<{ servers: number; players: number }> {
  const client = instance.client();
  const { games } = await client.listGames({}, { signal });
  const lists = games.map(async ({ game_id }) => {
    const { game } = await client.getGame({ params: { game_id } }, { signal });
    return await Promise.all(
      game.namespaces.map(async ({ namespace_id }) => {
        const params = { game_id, environment_id: namespace_id };
        return (await client.listServers({ params }, { signal })).servers;
      }),
    );
  });
  const alive = (await Promise.all(lists)).flat(2).filter(({ destroyed_at: end }) => end === undefined);
  return { servers: alive.length, players: alive.reduce((sum, { players }) => sum + (players?.now ?? 0), 0) };
}
