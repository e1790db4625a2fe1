// Games: creating one with its first version and namespaces, and reading them. Rules only; no HTTP, no SQL.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../src-shared/service/names.ts';
import type { GroupService } from '../groups/service.ts';
import type { Database } from '../storage/database.ts';
import type { Revision } from '../storage/revision.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import { makeNameId } from './name-id.ts';
import type { GameRecord, GameStore, NamespaceRecord, VersionRecord } from './store.ts';

const FIRST_VERSION = '0.0.1';
const FIRST_NAMESPACES = [
  { name_id: 'prod', display_name: 'Production' },
  { name_id: 'staging', display_name: 'Staging' },
];

export type WholeGame = { game: GameRecord; namespaces: NamespaceRecord[]; versions: VersionRecord[] };
export type GameService = ReturnType<typeof createGameService>;

export type GameParts = {
  store: GameStore;
  groups: GroupService;
  database: Database;
  revision: Revision;
  hub: WatchHub;
};

export function createGameService({ store, groups, database, revision, hub }: GameParts) {
  const readGame = (gameId: string): GameRecord => {
    const found = store.game(gameId);
    if (found === undefined) throw new AppError('GAME_NOT_FOUND');
    return found;
  };
  return {
    get: (gameId: string): WholeGame => ({
      game: readGame(gameId),
      namespaces: store.namespaces(gameId),
      versions: store.versions(gameId),
    }),
    list: () => ({ revision: store.newestRevision(), games: store.games() }),
    create: (wish: { developer_group_id: string; display_name: string }): string => {
      refuseBadName(wish.display_name);
      if (!groups.has(wish.developer_group_id)) throw new AppError('GROUP_NOT_FOUND');
      const gameId = randomUUID();
      database.change(() => insertWholeGame(store, revision, gameId, wish));
      hub.wake(gameKey(gameId), gamesKey);
      return gameId;
    },
  };
}

/** Watch keys: one game, and the list of all. */
export const gameKey = (gameId: string) => `game:${gameId}`;
export const gamesKey = 'games';

function refuseBadName(displayName: string): void {
  const errors = displayNameProblems(displayName).map((path) => ({ path }));
  if (errors.length > 0) {
    throw new AppError('VALIDATION_ERROR', `The game's name does not fit: ${reasons(errors)}.`, {
      metadata: { errors },
    });
  }
}

function reasons(errors: { path: string[] }[]): string {
  return errors.map(({ path }) => path.join('.')).join(', ');
}

function insertWholeGame(
  store: GameStore,
  revision: Revision,
  gameId: string,
  wish: { developer_group_id: string; display_name: string },
): void {
  const now = Date.now();
  store.insertGame({
    game_id: gameId,
    name_id: freeNameId(store, wish.display_name),
    display_name: wish.display_name,
    developer_group_id: wish.developer_group_id,
    create_ts: now,
    revision: revision.next(),
  });
  const versionId = randomUUID();
  store.insertVersion({ version_id: versionId, game_id: gameId, display_name: FIRST_VERSION, create_ts: now });
  for (const names of FIRST_NAMESPACES) {
    store.insertNamespace({
      namespace_id: randomUUID(),
      game_id: gameId,
      ...names,
      create_ts: now,
      version_id: versionId,
    });
  }
}

function freeNameId(store: GameStore, displayName: string): string {
  for (;;) {
    const candidate = makeNameId(displayName);
    if (!store.isNameTaken(candidate)) return candidate;
  }
}
