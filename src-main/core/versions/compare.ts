// Puts two versions beside each other, with what the namespace adds: since when it runs, its limits, and who else runs the next one.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type { AlsoRuns, Comparison, FileChanges } from '../../../src-shared/versions/bridge.ts';
import { type BuildFiles, isSameFile } from '../builds/build-files.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { type Filed, type Known, type Looking, readVersionFacts, whyUnread } from './version-facts.ts';

export type ComparePlace = { instance_id: string; game_id: string; namespace_id?: string | undefined };
/** `place` says where the new version will be, if it is not in the same game. */
export type CompareVersions = {
  from: string;
  to: string;
  place?: { instance_id: string; game_id: string } | undefined;
};

/** So many entries of the history are looked through. */
const PAGE = 32;

type Means = { instances: InstanceService; filesOf: BuildFiles; signal: AbortSignal };

export async function compareVersions(
  means: Means,
  place: ComparePlace,
  versions: CompareVersions,
): Promise<Comparison> {
  const side = await lookAt(means, place);
  const other = versions.place === undefined ? side : await lookAt(means, versions.place);
  const [from, to, namespace] = await Promise.all([
    readVersionFacts(side.looking, versions.from),
    readVersionFacts(other.looking, versions.to),
    place.namespace_id === undefined ? undefined : readNamespace(side.looking, place.namespace_id, versions.to),
  ]);
  return {
    from: from.facts,
    to: to.facts,
    ...(await compareBuilds({ ...side, known: from }, { ...other, known: to })),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

type Side = { looking: Looking; listFiles: ListFiles };
type ListFiles = (filed: Filed) => Promise<readonly BuildFile[]>;

async function lookAt({ instances, filesOf, signal }: Means, place: ComparePlace): Promise<Side> {
  const instance = instances.find(place.instance_id);
  const client = instance.client();
  const { game } = await client.getGame({ params: { game_id: place.game_id } }, { signal });
  const listFiles = ({ build, environment_id }: Filed) => {
    const params = { game_id: game.game_id, environment_id, build_id: build.id };
    return filesOf(place.instance_id, client, params, signal);
  };
  return { looking: { client, game, whyNot: instance.view().why_not ?? {}, signal }, listFiles };
}

type Read = Side & { known: Known };

async function compareBuilds(from: Read, to: Read): Promise<Pick<Comparison, 'files' | 'why_no_files'>> {
  const why = whyNoFiles(from) ?? whyNoFiles(to);
  if (why !== undefined) return { files: null, why_no_files: why };
  try {
    const [before, after] = [await filesIn(from), await filesIn(to)];
    return { files: compareFiles(before, after) };
  } catch (thrown) {
    return { files: null, why_no_files: whyUnread(thrown) };
  }
}

function whyNoFiles({ known, looking }: Read): Sentence | undefined {
  return known.facts.unknown.files ?? looking.whyNot.build_files;
}

async function filesIn({ known: { filed }, listFiles }: Read): Promise<readonly BuildFile[]> {
  return filed === undefined ? [] : await listFiles(filed);
}

async function readNamespace(looking: Looking, namespace_id: string, to: string): Promise<Comparison['namespace']> {
  const { game } = looking;
  const others = game.namespaces.filter((one) => one.version_id === to && one.namespace_id !== namespace_id);
  const [history, limits, ...also] = await Promise.all([
    readHistory(looking, namespace_id, PAGE),
    readLimits(looking, namespace_id),
    ...others.map((one) => readOther(looking, one)),
  ]);
  const last = history.find(({ version_id: id }) => id === to);
  const [newest] = history;
  const present = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  return {
    ...(newest?.version_id === present && newest !== undefined ? { since: newest.deploy_ts } : {}),
    ...(last && { ran_before: last.deploy_ts }),
    ...(last?.outcome && { went: last.outcome }),
    limits,
    also_runs: also,
  };
}

async function readOther(looking: Looking, other: GameFull['namespaces'][number]): Promise<AlsoRuns> {
  const { namespace_id: id, name_id: name, version_id } = other;
  const [[newest], limits, runs] = await Promise.all([
    readHistory(looking, id, 1),
    readLimits(looking, id),
    runsNow(looking, id, version_id),
  ]);
  const deployed = newest?.version_id === version_id ? newest : undefined;
  const since = deployed === undefined ? {} : { since: deployed.deploy_ts };
  return { namespace_id: id, name_id: name, ran: runs || deployed?.outcome?.ran_well === true, limits, ...since };
}

/** Whether players can be on a server of it there; not where the instance does not tell. */
async function runsNow({ client, game, whyNot, signal }: Looking, environment_id: string, version_id: string) {
  if (whyNot.list_servers !== undefined) return false;
  const { servers } = await client.listServers({ params: { game_id: game.game_id, environment_id } }, { signal });
  return servers.some(({ version, state }) => version === version_id && state === 'running');
}

async function readHistory({ client, game, signal }: Looking, namespace_id: string, limit: number) {
  const params = { game_id: game.game_id, namespace_id };
  return (await client.listVersionHistory({ params, query: { limit } }, { signal })).versions;
}

/** Null where they are not reported. */
async function readLimits({ client, game, whyNot, signal }: Looking, namespace_id: string) {
  if (whyNot.read_limits !== undefined) return null;
  const params = { game_id: game.game_id, namespace_id };
  try {
    const { matchmaker } = (await client.getNamespace({ params }, { signal })).namespace.config;
    const { lobby_count_max, max_players } = matchmaker;
    return { lobby_count_max, max_players };
  } catch (thrown) {
    if (asAppError(thrown).code === 'API_NOT_FOUND') return null;
    throw thrown;
  }
}

/** How many are listed. */
const FIRST = 20;

/** What became of the files between two builds. */
function compareFiles(before: readonly BuildFile[], after: readonly BuildFile[]): FileChanges {
  const known = new Map(before.map((file) => [file.path, file]));
  const added: BuildFile[] = [];
  const changed: BuildFile[] = [];
  for (const file of after) {
    const old = known.get(file.path);
    known.delete(file.path);
    if (old === undefined) added.push(file);
    else if (!isSameFile(old, file)) changed.push(file);
  }
  return {
    added: groupOf(added),
    changed: groupOf(changed),
    removed: groupOf([...known.values()]),
    total_before: before.length,
    total: after.length,
  };
}

function groupOf(files: readonly BuildFile[]) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    count: files.length,
    bytes,
    first: files.slice(0, FIRST).map(({ path, bytes: size }) => ({ path, bytes: size })),
  };
}
