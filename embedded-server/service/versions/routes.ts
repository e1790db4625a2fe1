// Answers the calls about versions of a game.
import { versionFull } from '../../../src-shared/service/versions.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { validationErrors } from '../../platform/validation/problems.ts';
import { versionSummary } from '../games/shapes.ts';
import { keysWithoutEffect } from './config-problems.ts';
import type { VersionService } from './service.ts';

type Served = 'createVersion' | 'validateVersion' | 'reserveVersionName' | 'getVersion';

export function versionHandlers({ versions }: { versions: VersionService }): SomeHandlers<Served> {
  return {
    createVersion: ({ params, body }) => {
      return { version_id: versions.create(params.game_id, body) };
    },
    validateVersion: ({ params, body }) => {
      const unused = keysWithoutEffect(body.config);
      return {
        ...validationErrors(versions.validate(params.game_id, body)),
        ...(unused.length === 0 ? {} : { no_effect: unused.map((path) => ({ path })) }),
      };
    },
    reserveVersionName: ({ params }) => {
      return { version_display_name: versions.reserveName(params.game_id) };
    },
    getVersion: ({ params }) => {
      const version = versions.one(params.game_id, params.version_id);
      const config = versionFull.shape.config.parse(JSON.parse(version.config));
      return { version: { ...versionSummary(version), config } };
    },
  };
}
