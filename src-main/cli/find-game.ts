// Finds the game and namespace that a command names, by id, by name id, or by the name that only it has.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
import type { VersionSummary } from '../../src-shared/service/versions.ts';
import { orNotOffered } from './not-offered.ts';

/** Of many versions, so many are named. */
const NAMED = 5;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function listGames(client: ServiceClient) {
  return (await orNotOffered('list_games', () => client.listGames({}))).games;
}

export async function findGame(client: ServiceClient, wanted: string): Promise<GameFull> {
  const id = UUID.test(wanted) ? wanted : await idOf(client, wanted);
  return (await client.getGame({ params: { game_id: id } })).game;
}

async function idOf(client: ServiceClient, wanted: string): Promise<string> {
  const games = await listGames(client);
  const named = games.filter((game) => game.display_name === wanted);
  // A game that was made under a name is found by it again, as long as it is the only one.
  const found =
    games.find((game) => game.name_id === wanted) ?? onlyOf(named) ?? onlyOf(games.filter(isNearly(wanted)));
  if (found !== undefined) return found.game_id;
  if (named.length > 1) {
    const ids = named.map((game) => game.name_id).join(', ');
    throw new AppError('GAME_NOT_FOUND', 'cli.game-ambiguous', { name: wanted, ids });
  }
  const names = games.map((game) => game.name_id).join(', ');
  throw new AppError('GAME_NOT_FOUND', 'cli.no-game', {
    name: wanted,
    known: names === '' ? 'There is none at all.' : `There are: ${names}.`,
  });
}

function onlyOf<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Large and small letters are not what tells two games apart for who types a name. */
function isNearly(wanted: string) {
  const typed = wanted.toLowerCase();
  return (game: { display_name: string }) => game.display_name.toLowerCase() === typed;
}

/** By its id, or by a name that only one version has. */
export function findVersion(game: GameFull, wanted: string): VersionSummary {
  const byId = game.versions.find(({ version_id: id }) => id === wanted);
  const named = game.versions.filter(({ display_name: name }) => name === wanted);
  const [only, ...more] = byId === undefined ? named : [byId];
  if (only !== undefined && more.length === 0) return only;
  if (only !== undefined) {
    const ids = named.map(({ version_id: id, create_ts: at }) => `${id} (${at})`).join(', ');
    throw new AppError('VERSION_NOT_FOUND', 'cli.version-ambiguous', { name: wanted, ids });
  }
  const newest = game.versions.slice(-NAMED).map(({ display_name: name }) => name);
  const versions = newest.length === 0 ? 'It has none at all.' : `Its newest are: ${newest.toReversed().join(', ')}.`;
  throw new AppError('VERSION_NOT_FOUND', 'cli.no-version', { game: game.name_id, name: wanted, known: versions });
}

export function findNamespace(game: GameFull, wanted: string): NamespaceSummary {
  const found = game.namespaces.find(({ name_id: name, namespace_id: id }) => name === wanted || id === wanted);
  if (found !== undefined) return found;
  const names = game.namespaces.map(({ name_id: name }) => name).join(', ');
  throw new AppError('NAMESPACE_NOT_FOUND', 'cli.no-namespace', { game: game.name_id, name: wanted, known: names });
}
