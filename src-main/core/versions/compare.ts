// Puts two versions beside each other, with what the namespace adds: since when it runs, its limits, and who else runs the next one.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { AlsoRuns, Comparison } from '../../../src-shared/versions/bridge.ts';
import type { BuildFiles } from '../builds/build-files.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { compareFiles } from './compare-files.ts';
import { type Filed, type Known, type Looking, readVersionFacts, whyUnread } from './version-facts.ts';

export type ComparePlace = { instance_id: string; game_id: string; namespace_id?: string | undefined };
export type CompareVersions = { from: string; to: string };

/** So many entries of the history are looked through. */
const PAGE = 32;

export async function compareVersions(
  { instances, filesOf, signal }: { instances: InstanceService; filesOf: BuildFiles; signal: AbortSignal },
  place: ComparePlace,
  versions: CompareVersions,
): Promise<Comparison> {
  const instance = instances.find(place.instance_id);
  const client = instance.client();
  const { game } = await client.getGame({ params: { game_id: place.game_id } }, { signal });
  const listFiles = ({ build, environmentId }: Filed) => {
    const params = { game_id: game.game_id, environment_id: environmentId, build_id: build.id };
    return filesOf(place.instance_id, client, params, signal);
  };
  const looking: Looking = { client, game, whyNot: instance.view().why_not ?? {}, signal };
  const [from, to, namespace] = await Promise.all([
    readVersionFacts(looking, versions.from),
    readVersionFacts(looking, versions.to),
    place.namespace_id === undefined ? undefined : readNamespace(looking, place.namespace_id, versions.to),
  ]);
  return {
    from: from.facts,
    to: to.facts,
    ...(await compareBuilds(looking.whyNot.build_files, listFiles, from, to)),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

type ListFiles = (filed: Filed) => Promise<readonly BuildFile[]>;

async function compareBuilds(
  whyNot: string | undefined,
  listFiles: ListFiles,
  from: Known,
  to: Known,
): Promise<Pick<Comparison, 'files' | 'why_no_files'>> {
  const why = from.facts.unknown.files ?? to.facts.unknown.files ?? whyNot;
  if (why !== undefined) return { files: null, why_no_files: why };
  try {
    const before = from.filed === undefined ? [] : await listFiles(from.filed);
    const after = to.filed === undefined ? [] : await listFiles(to.filed);
    return { files: compareFiles(before, after) };
  } catch (thrown) {
    return { files: null, why_no_files: whyUnread(thrown) };
  }
}

async function readNamespace(looking: Looking, namespaceId: string, to: string): Promise<Comparison['namespace']> {
  const { game } = looking;
  const others = game.namespaces.filter((one) => one.version_id === to && one.namespace_id !== namespaceId);
  const [history, limits, ...also] = await Promise.all([
    readHistory(looking, namespaceId, PAGE),
    readLimits(looking, namespaceId),
    ...others.map((one) => readOther(looking, one)),
  ]);
  const ranBefore = history.find(({ version_id: id }) => id === to)?.deploy_ts;
  const [newest] = history;
  const present = game.namespaces.find(({ namespace_id: id }) => id === namespaceId)?.version_id;
  return {
    ...(newest?.version_id === present && newest !== undefined ? { since: newest.deploy_ts } : {}),
    ...(ranBefore === undefined ? {} : { ran_before: ranBefore }),
    limits,
    also_runs: also,
  };
}

async function readOther(looking: Looking, other: GameFull['namespaces'][number]): Promise<AlsoRuns> {
  const { namespace_id: id, name_id: name } = other;
  const [[newest], limits] = await Promise.all([readHistory(looking, id, 1), readLimits(looking, id)]);
  const since = newest?.version_id === other.version_id ? { since: newest.deploy_ts } : {};
  return { namespace_id: id, name_id: name, limits, ...since };
}

async function readHistory({ client, game, signal }: Looking, namespaceId: string, limit: number) {
  const params = { game_id: game.game_id, namespace_id: namespaceId };
  return (await client.listVersionHistory({ params, query: { limit } }, { signal })).versions;
}

/** Null where they are not told. */
async function readLimits({ client, game, whyNot, signal }: Looking, namespaceId: string) {
  if (whyNot.read_limits !== undefined) return null;
  const params = { game_id: game.game_id, namespace_id: namespaceId };
  try {
    return (await client.getNamespace({ params }, { signal })).namespace.config.matchmaker;
  } catch (thrown) {
    if (asAppError(thrown).code === 'API_NOT_FOUND') return null;
    throw thrown;
  }
}
