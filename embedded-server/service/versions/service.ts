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
  isBuildOfGame?: (game_id: string, build_id: string) => boolean;
};
export type VersionService = ReturnType<typeof createVersionService>;

export function createVersionService({ store, gameStore, games, isBuildOfGame = () => false }: VersionParts) {
  const nameProblems = (game_id: string, display_name: string): string[][] => [
    ...displayNameProblems(display_name),
    ...(store.isNameTaken(game_id, display_name) ? [['display-name', 'not-unique']] : []),
  ];
  const isBuildMissing = (game_id: string, build: string | undefined) =>
    build !== undefined && !isBuildOfGame(game_id, build);
  return {
    one: (game_id: string, version_id: string): WholeVersion => {
      const found = store.one(games.one(game_id).game_id, version_id);
      if (found === undefined) throw new AppError('VERSION_NOT_FOUND');
      return found;
    },
    validate: (game_id: string, { display_name, config }: CreateVersionBody): string[][] => [
      ...nameProblems(games.one(game_id).game_id, display_name),
      ...(isBuildMissing(game_id, config.build) ? [['config', 'build', 'not-found']] : []),
      ...portProblems(config).map(({ path }) => path),
    ],
    create: (game_id: string, { display_name, config }: CreateVersionBody): string => {
      refuseProblems('invalid.version-name', nameProblems(games.one(game_id).game_id, display_name));
      if (isBuildMissing(game_id, config.build)) throw new AppError('BUILDS_BUILD_NOT_FOUND');
      refusePortProblems(config);
      const version_id = randomUUID();
      games.change(game_id, (sequence) =>
        gameStore.insertVersion({
          version_id,
          game_id,
          display_name,
          create_ts: Date.now(),
          sequence,
          config: JSON.stringify(config),
        }),
      );
      return version_id;
    },
  };
}
