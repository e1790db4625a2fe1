// The game and namespace that a command is about.
import type { GameFull } from '../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
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

export type Place = { game: GameFull; namespace: NamespaceSummary };
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
