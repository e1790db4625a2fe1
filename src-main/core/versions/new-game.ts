// A game that a promotion makes on the other side: what is wrong with its name there, asked before anything is made.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { firstNamespaces } from '../../../src-shared/service/games.ts';
import { problemWords } from '../../../src-shared/service/problem-words.ts';
import { orNothing } from './version-bytes.ts';

/** A game that is not there yet, and the namespace of it that is to run the version, by its name. */
export type NewGame = { new_game: string; namespace: string };

export async function newGameProblems(
  { client, name: instance }: { client: ServiceClient; name: string },
  { new_game: game, namespace }: NewGame,
): Promise<AppError[]> {
  const known = await orNothing(async () => (await client.listGames({})).games);
  if (known?.some(({ display_name: name }) => name === game) === true) {
    return [new AppError('VALIDATION_ERROR', 'promote.game-exists', { instance, game })];
  }
  const answer = await orNothing(() => client.validateGame({ body: { display_name: game } }));
  const paths = (answer?.errors ?? []).map(({ path }) => path);
  return [
    ...(paths.length === 0
      ? []
      : [
          new AppError('VALIDATION_ERROR', 'promote.game-name-refused', {
            instance,
            game,
            problems: problemWords(paths),
          }),
        ]),
    ...(firstNamespaces.some((name) => name === namespace) ? [] : [noNamespace(game, namespace)]),
  ];
}

function noNamespace(game: string, name: string): AppError {
  return new AppError('NAMESPACE_NOT_FOUND', 'cli.no-namespace', { game, name, known: firstNamespaces.join(', ') });
}
