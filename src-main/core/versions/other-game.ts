// Warns of a version that goes to another game than its own, with how much their builds differ in size.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { size } from '../../../src-shared/size-text.ts';
import { isSameGame } from '../../../src-shared/versions/same-game.ts';
import { buildsOf, orNothing, type VersionBytes } from './version-bytes.ts';

type There = { client: ServiceClient; game: GameFull; namespace_id: string };

/** Nothing where it is the same game. The build there is the one that runs, else the newest. */
export async function otherGameWarnings(
  from: GameFull,
  there: There,
  bytes: VersionBytes | undefined,
): Promise<AppError[]> {
  if (isSameGame(from, there.game)) return [];
  const names = { game: from.display_name, there: there.game.display_name };
  const sizeThere = bytes === undefined ? undefined : await sizeOf(there);
  if (bytes === undefined || sizeThere === undefined) return [new AppError('OTHER_GAME', 'promote.other-game', names)];
  const sizes = { size: size(bytes.bytes), size_there: size(sizeThere) };
  return [new AppError('OTHER_GAME', 'promote.other-game-sizes', { ...names, ...sizes })];
}

async function sizeOf({ client, game, namespace_id }: There): Promise<number | undefined> {
  const builds = (await orNothing(() => buildsOf(client, game))) ?? [];
  const running = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  return (builds.find(({ version_id: id }) => id === running) ?? builds.at(0))?.content_length;
}
