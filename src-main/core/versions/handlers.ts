// Answers the window's calls about versions.
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type { versionCalls } from '../../../src-shared/versions/bridge.ts';
import type { BuildFiles } from '../builds/build-files.ts';
import type { Instance } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { compareVersions } from './compare.ts';
import type { Promotions } from './promote.ts';
import { buildsOf, orNothing } from './version-bytes.ts';

type Contract = { calls: typeof versionCalls; topics: Record<string, never> };

export function versionHandlers(
  promotions: Promotions,
  instances: InstanceService,
  filesOf: BuildFiles,
): CallHandlers<Contract> {
  return {
    'versions.checkPromote': (request) => promotions.check(request),
    'versions.promote': (request) => promotions.promote(request),
    'versions.compare': ({ from_version_id: from, to_version_id: to, to_place: there, ...place }, { signal }) =>
      compareVersions({ instances, filesOf, signal }, place, { from, to, place: there }),
    'versions.hashes': ({ instance_id, game_id }, { signal }) =>
      readHashes(instances.find(instance_id), game_id, signal),
  };
}

type Hashes = { hashes: Record<string, string>; why_not?: Sentence };

/** Nothing is guessed: a version whose build is not reported has no hash here. */
async function readHashes(
  instance: Pick<Instance, 'client' | 'view'>,
  game_id: string,
  signal: AbortSignal,
): Promise<Hashes> {
  const whyNot = instance.view().why_not?.list_builds;
  if (whyNot !== undefined) return { hashes: {}, why_not: whyNot };
  const client = instance.client();
  const { game } = await client.getGame({ params: { game_id } }, { signal });
  const builds = await orNothing(() => buildsOf(client, game));
  if (builds === undefined) return { hashes: {}, why_not: 'This instance does not report its builds.' };
  const hashes = builds.flatMap(({ version_id: id, sha256 }) =>
    id === undefined || sha256 === undefined ? [] : [[id, sha256] as const],
  );
  return { hashes: Object.fromEntries(hashes) };
}
