// Finds the server that a command names, by its id or a beginning of it, and lists those of a namespace.
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { listAllServers } from '../../src-shared/service/list-all-servers.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { environmentOf, type Place } from './find-place.ts';
import { orNotOffered } from './not-offered.ts';

/** As people copy it from a list: shorter than an id, and not as short as a slip of the finger. */
export const ID_BEGINNING = /^[0-9a-f]{4,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,26}$/;

type EnvironmentParams = ReturnType<typeof environmentOf>;
export type ServerParams = EnvironmentParams & { server_id: string };

/** A server by its id, or by a beginning of it that no other server there has, running or ended. */
export async function findServer(client: ServiceClient, place: Place, wanted: string): Promise<ServerParams> {
  const params = environmentOf(place);
  if (!ID_BEGINNING.test(wanted)) return { ...params, server_id: wanted };
  const servers = await listServers(client, params, { include_destroyed: true });
  const found = servers.filter(({ id }) => id.startsWith(wanted));
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new AppError('SERVERS_SERVER_NOT_FOUND', 'cli.server-ambiguous', { id: wanted, ids });
  }
  return { ...params, server_id: found[0]?.id ?? wanted };
}

/** Where there is no such server, it is said of the id: an instance may know ids of one shape alone, and no address with another. */
export async function requireServer(client: ServiceClient, params: ServerParams): Promise<Server> {
  try {
    return (await client.getServer({ params })).server;
  } catch (thrown) {
    if (asAppError(thrown).code !== 'API_NOT_FOUND') throw thrown;
    throw new AppError('SERVERS_SERVER_NOT_FOUND', 'cli.no-server', { id: params.server_id }, { cause: thrown });
  }
}

/** All of them, however many an instance answers at once. */
export async function listServers(
  client: ServiceClient,
  params: EnvironmentParams,
  query: { include_destroyed: boolean },
): Promise<Server[]> {
  return await orNotOffered('list_servers', () => listAllServers(client, params, query));
}
