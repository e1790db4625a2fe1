// Lists the servers of a namespace to the last, where an instance answers no more than so many at once.
import type { CallOptions, ServiceClient } from './client.ts';
import { SERVERS_AT_ONCE, type Server } from './servers.ts';

/** Those that live, and those that ended as well where that is asked. */
export async function listAllServers(
  client: ServiceClient,
  params: { game_id: string; environment_id: string },
  query: { include_destroyed?: boolean } = {},
  options?: CallOptions,
): Promise<Server[]> {
  const all = new Map<string, Server>();
  for (let cursor: string | undefined; ; ) {
    const { servers } = await client.listServers({ params, query: { ...query, cursor } }, options);
    const before = all.size;
    for (const server of servers) all.set(server.id, server);
    cursor = servers.at(-1)?.id;
    // A service that does not know cursors answers the same ones again.
    if (servers.length < SERVERS_AT_ONCE || all.size === before) return [...all.values()];
  }
}
