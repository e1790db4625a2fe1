// Answers the window's calls about versions.
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import type { versionCalls } from '../../../src-shared/versions/bridge.ts';
import type { BuildFiles } from '../builds/build-files.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { compareVersions } from './compare.ts';
import { readHashes } from './hashes.ts';
import type { Promotions } from './promote.ts';

type Contract = { calls: typeof versionCalls; topics: Record<string, never> };

export function versionHandlers(
  promotions: Promotions,
  instances: InstanceService,
  filesOf: BuildFiles,
): CallHandlers<Contract> {
  return {
    'versions.checkPromote': (wish) => promotions.check(wish),
    'versions.promote': (wish) => promotions.promote(wish),
    'versions.compare': ({ from_version_id: from, to_version_id: to, to_place: there, ...place }, { signal }) =>
      compareVersions({ instances, filesOf, signal }, place, { from, to, place: there }),
    'versions.hashes': ({ instance_id: instanceId, game_id: gameId }, { signal }) =>
      readHashes(instances.find(instanceId), gameId, signal),
  };
}
