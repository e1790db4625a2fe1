// What follows from games: sentences for what is wrong with a new one's name, where its versions run, the page home leads to.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import { ownVersions } from '../../../src-shared/versions/first-version.ts';
import { t, words } from '../../text/t.ts';
import { errorsOf, problemsAt } from '../../ui/name-problems.ts';

/** What is wrong with a new game: with its name (said under the field), or with the whole attempt. */
export type CreateProblem = { name: string[]; whole?: string };

const own = words({ 'not-unique': 'Another game here has this name. Choose a different one.' });

/** An error of the service as sentences beside what they are about. */
export function createProblem(error: AppError): CreateProblem {
  const name = problemsAt(errorsOf(error), 'display-name', own, () => error.message);
  return name.length > 0 ? { name } : { name, whole: `${error.message} ${t('No game was created.')}` };
}

/** The game home leads to: the one open last if it still exists, else the first. */
export function homeGame(games: readonly GameRow[] | undefined, lastId: string | undefined): GameRow | undefined {
  return games?.find((game) => game.id === lastId) ?? games?.[0];
}

/** A game's row of the list, which is there before the game itself has been read. */
export function gameRowOf(games: readonly GameRow[] | undefined, game_id: string): GameRow | undefined {
  return games?.find((game) => game.id === game_id);
}

type Named = Pick<GameRow, 'name_id' | 'display_name'>;

/** The same game elsewhere. Instances may make the name ids of one name differ. */
export function twinOf(games: readonly GameRow[], game: Named | undefined): GameRow | undefined {
  if (game === undefined) return undefined;
  const { name_id, display_name: name } = game;
  return games.find((one) => one.name_id === name_id) ?? games.find((one) => one.display_name === name);
}

/** A version with the namespaces that run it. */
export type VersionLine = { id: string; name: string; made: number; runsOn: string[] };

/** The versions of a game, newest first. */
export function versionLines(game: NonNullable<GameView['game']>): VersionLine[] {
  return ownVersions(game)
    .map((version) => ({
      id: version.version_id,
      name: version.display_name,
      made: Date.parse(version.create_ts),
      runsOn: game.namespaces
        .filter((namespace) => namespace.version_id === version.version_id)
        .map((namespace) => namespace.name_id),
    }))
    .toReversed();
}
