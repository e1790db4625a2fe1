// Which server of a lane players are sent to, and at which address. Pure.
import { portAddress } from '../../../src-shared/servers/port-address.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { isEnded, stateOf } from '../servers/server-format.ts';
import { waitsFor } from '../servers/waiting.ts';
import { type LaneServers, listOf } from './lane-state.ts';

/**
 * The server that is joined: of those that can be reached, one that the namespace keeps, with the most room; and how many there are
 * besides. One that drains takes nobody any more, but for the one that the next has to wait for.
 */
export function joinable(
  servers: LaneServers,
): { server: Server; address: string; protocol: string; more: number } | undefined {
  const list = listOf(servers) ?? [];
  const held = new Set(list.map((server) => waitsFor(server, list)?.id));
  const open = list.flatMap((server) => {
    const isOpen = stateOf(server) === 'running' || (stateOf(server) === 'draining' && held.has(server.id));
    if (isEnded(server) || !isOpen) return [];
    const ports = Object.values(server.network.ports);
    const port = ports.find((one) => portAddress(one) !== undefined);
    const address = port === undefined ? undefined : portAddress(port);
    return port === undefined || address === undefined
      ? []
      : [
          {
            server,
            address,
            protocol: port.protocol.toUpperCase(),
            room: roomOf(server),
            extra: Number(server.kept === false),
          },
        ];
  });
  const [first] = open.toSorted(
    (a, b) => a.extra - b.extra || b.room - a.room || a.server.created_at - b.server.created_at,
  );
  return first === undefined ? undefined : { ...first, more: open.length - 1 };
}

/** Without a limit, the fewest players count. */
function roomOf({ players }: Server): number {
  if (players === undefined) return 0;
  const limit = players.limit === 0 ? 1e9 : players.limit;
  return limit - players.now;
}
