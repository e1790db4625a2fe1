// Versions of a game: making and reading them. Rules only; no HTTP, no SQL.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import type { CreateVersionBody } from '../../../src-shared/service/versions.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import type { GameService } from '../games/service.ts';
import type { GameStore } from '../games/store.ts';
import { portProblems, refusePortProblems } from './config-problems.ts';
import type { VersionStore, WholeVersion } from './store.ts';

export type VersionParts = {
  store: VersionStore;
  gameStore: GameStore;
  games: GameService;
  /** Whether a version of this game may run this build. No build is known until builds are served. */
  isBuildOfGame?: (gameId: string, buildId: string) => boolean;
};
export type VersionService = ReturnType<typeof createVersionService>;

export function createVersionService({ store, gameStore, games, isBuildOfGame = () => false }: VersionParts) {
  const nameProblems = (gameId: string, displayName: string): string[][] => [
    ...displayNameProblems(displayName),
    ...(store.isNameTaken(gameId, displayName) ? [['display-name', 'not-unique']] : []),
  ];
  const isBuildMissing = (gameId: string, build: string | undefined) =>
    build !== undefined && !isBuildOfGame(gameId, build);
  return {
    one: (gameId: string, versionId: string): WholeVersion => {
      const found = store.one(games.one(gameId).game_id, versionId);
      if (found === undefined) throw new AppError('VERSION_NOT_FOUND');
      return found;
    },
    validate: (gameId: string, { display_name, config }: CreateVersionBody): string[][] => [
      ...nameProblems(games.one(gameId).game_id, display_name),
      ...(isBuildMissing(gameId, config.build) ? [['config', 'build', 'not-found']] : []),
      ...portProblems(config).map(({ path }) => path),
    ],
    create: (gameId: string, { display_name, config }: CreateVersionBody): string => {
      refuseProblems('invalid.version-name', nameProblems(games.one(gameId).game_id, display_name));
      if (isBuildMissing(gameId, config.build)) throw new AppError('BUILDS_BUILD_NOT_FOUND');
      refusePortProblems(config);
      const versionId = randomUUID();
      games.change(gameId, (sequence) =>
        gameStore.insertVersion({
          version_id: versionId,
          game_id: gameId,
          display_name,
          create_ts: Date.now(),
          sequence,
          config: JSON.stringify(config),
        }),
      );
      return versionId;
    },
  };
}
