// The game, namespace and server that a command is about.
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { type Ability, abilityTable } from '../../src-shared/instances/abilities.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import type { Target } from '../core/instances/open-target.ts';
import { needed, targetHelp, targetOptions } from './arguments.ts';
import { findGame, findNamespace } from './find-game.ts';
import type { Command } from './help.ts';

/** The options of every command about one namespace. */
export const placeOptions = {
  ...targetOptions,
  game: { type: 'string' },
  namespace: { type: 'string' },
} as const;

/** What `placeOptions` do, for the help. */
export const placeHelp: Command['options'] = [
  ['--game GAME', 'The game, by its name id or id'],
  ['--namespace NAMESPACE', 'The namespace, by its name id or id'],
  ...targetHelp,
];

/** As people copy it from a list: shorter than an id, and not as short as a slip of the finger. */
const ID_BEGINNING = /^[0-9a-f]{4,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,26}$/;

export type Place = { game: GameFull; namespace: NamespaceSummary };
export type ServerParams = ReturnType<typeof environmentOf> & { server_id: string };
export type PlaceOptions = { game: string; namespace: string };

export function readPlace(
  command: string,
  values: { game?: string | undefined; namespace?: string | undefined },
): PlaceOptions {
  return {
    game: needed(command, '--game', values.game),
    namespace: needed(command, '--namespace', values.namespace),
  };
}

export async function findPlace({ client }: Pick<Target, 'client'>, options: PlaceOptions): Promise<Place> {
  const game = await findGame(client, options.game);
  return { game, namespace: findNamespace(game, options.namespace) };
}

/** Where a server is, as calls about servers name it. */
export function environmentOf({ game, namespace }: Place) {
  return { game_id: game.game_id, environment_id: namespace.namespace_id };
}

/** A server by its id, or by a beginning of it that no other server there has. */
export async function findServer(client: ServiceClient, place: Place, wanted: string): Promise<ServerParams> {
  const params = environmentOf(place);
  if (!ID_BEGINNING.test(wanted)) return { ...params, server_id: wanted };
  const { servers } = await orNotOffered('list_servers', () =>
    client.listServers({ params, query: { include_destroyed: true } }),
  );
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

/** What an instance does not have is said in its own sentence, not as an address that leads nowhere. */
export async function orNotOffered<T>(ability: Ability, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code } = asAppError(thrown);
    if (code !== 'API_NOT_FOUND' && code !== 'API_METHOD_NOT_ALLOWED') throw thrown;
    throw new AppError('NOT_OFFERED', abilityTable[ability].whyNot, {}, { cause: thrown });
  }
}
