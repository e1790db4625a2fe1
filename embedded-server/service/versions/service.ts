// Versions of a game: making and reading them. Rules only; no HTTP, no SQL.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import type { CreateVersionBody, VersionConfig } from '../../../src-shared/service/versions.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import type { GameService } from '../games/service.ts';
import type { GameStore } from '../games/store.ts';
import { portProblems, refusePortProblems } from './config-problems.ts';
import type { VersionStore, WholeVersion } from './store.ts';

export type VersionParts = {
  store: VersionStore;
  gameStore: GameStore;
  games: GameService;
  /** Why a version of this game cannot run this build; undefined where it can. */
  whyNotRun: (game_id: string, build_id: string) => AppError | undefined;
  now: () => number;
};
export type VersionService = ReturnType<typeof createVersionService>;

export function createVersionService({ store, gameStore, games, whyNotRun, now }: VersionParts) {
  const reserved = new Map<string, { day: string; number: number }>();
  const nameProblems = (game_id: string, display_name: string): string[][] => [
    ...displayNameProblems(display_name),
    ...(store.isNameTaken(game_id, display_name) ? [['display-name', 'not-unique']] : []),
  ];
  const problemOf = (game_id: string, build: string | undefined) =>
    build === undefined ? undefined : whyNotRun(game_id, build);
  return {
    one: (game_id: string, version_id: string): WholeVersion => {
      const found = store.one(games.one(game_id).game_id, version_id);
      if (found === undefined) throw new AppError('VERSION_NOT_FOUND');
      return found;
    },
    /** Refused where the version has a build that cannot run, as one that was deleted. A version without a build runs nothing. */
    refuseWithoutBuild: ({ game_id, display_name: version, config }: WholeVersion): void => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only configs that were checked are written
      const problem = problemOf(game_id, (JSON.parse(config) as VersionConfig).build);
      if (problem?.code === 'BUILDS_BUILD_NOT_FOUND') {
        throw new AppError('BUILD_INVALID', 'version.build-missing', { version });
      }
      if (problem !== undefined) throw problem;
    },
    /** Names like 2026.11.24-1, each given out once while the service runs. */
    reserveName: (wanted: string): string => {
      const { game_id } = games.one(wanted);
      const day = new Date(now()).toISOString().slice(0, 10).replaceAll('-', '.');
      const last = reserved.get(game_id);
      let number = last?.day === day ? last.number + 1 : 1;
      while (store.isNameTaken(game_id, `${day}-${number}`)) number += 1;
      reserved.set(game_id, { day, number });
      return `${day}-${number}`;
    },
    validate: (game_id: string, { display_name, config }: CreateVersionBody): string[][] => [
      ...nameProblems(games.one(game_id).game_id, display_name),
      ...(problemOf(game_id, config.build) !== undefined ? [['config', 'build', 'not-found']] : []),
      ...portProblems(config).map(({ path }) => path),
    ],
    create: (game_id: string, { display_name, config }: CreateVersionBody): string => {
      refuseProblems('invalid.version-name', nameProblems(games.one(game_id).game_id, display_name));
      const problem = problemOf(game_id, config.build);
      if (problem !== undefined) throw problem;
      refusePortProblems(config);
      const version_id = randomUUID();
      games.change(game_id, (sequence) =>
        gameStore.insertVersion({
          version_id,
          game_id,
          display_name,
          create_ts: now(),
          sequence,
          config: JSON.stringify(config),
        }),
      );
      return version_id;
    },
  };
}
