// What changed in a game, put together from what its instance tells (deployments, builds, servers) and from the calls that the app itself
// made (settings, tokens, namespaces), each with who did it as far as that is known.
import type {
  ActivityChange,
  ActivityDetail,
  ActivityFilter,
  GameChanges,
} from '../../../src-shared/activity/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceVersionHistoryEntry } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { createTurnsOf } from '../../../src-shared/turns.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';
import type { Activity } from './activity.ts';
import { changeOfCall, endedBy, hostingBefore, isDone, preparedBy, startedBy } from './own-changes.ts';

type Means = {
  activity: Activity;
  instances: Pick<InstanceService, 'find'>;
  switches: Pick<SwitchLog, 'isOurs'>;
  signal: AbortSignal;
};
type Place = { instance_id: string; game_id: string };

/** So many namespaces are asked at once, and so many changes are told. */
const AT_ONCE = 4;
const MOST = 300;
const PAGE = 32;
const MOST_CALLS = 200;

export async function readChanges(means: Means, place: Place): Promise<GameChanges> {
  const { activity, instances, signal } = means;
  const instance = instances.find(place.instance_id);
  const client = instance.client();
  const whyNot = instance.view().why_not ?? {};
  const { game } = await client.getGame({ params: { game_id: place.game_id } }, { signal });
  const tells = { builds: whyNot.list_builds === undefined, servers: whyNot.list_servers === undefined };
  const inTurn = createTurnsOf(AT_ONCE);
  const callsWith = (filter: ActivityFilter) => activity.store().page({ ...place, ...filter }, undefined, MOST_CALLS);
  const restarts = callsWith({ method: 'POST', text: '/restart' });
  const here: Here = {
    ended: endedBy([...callsWith({ method: 'DELETE' }), ...restarts]),
    started: startedBy([...callsWith({ method: 'POST', text: '/servers' }), ...restarts]),
    prepared: preparedBy(callsWith({ method: 'POST', text: '/builds/prepare' })),
  };
  const ofNamespaces = await Promise.all(
    game.namespaces.map(({ namespace_id: id }) =>
      inTurn(() => changesOf({ client, game, signal, tells, switches: means.switches, here, ...place }, id)),
    ),
  );
  const aboutHosting = callsWith({ text: '/hosting' });
  const own = ['POST', 'PUT'].flatMap((method) =>
    callsWith({ method }).flatMap((call) => ownChange(call, game, aboutHosting)),
  );
  const changes = [...ofNamespaces.flat(), ...own].toSorted((a, b) => b.at - a.at).slice(0, MOST);
  return { changes, why_not: [whyNot.list_builds, whyNot.list_servers].filter((why) => why !== undefined) };
}

function ownChange(call: ActivityDetail, game: GameFull, aboutHosting: readonly ActivityDetail[]): ActivityChange[] {
  const change = isDone(call) ? changeOfCall(call) : undefined;
  if (change === undefined) return [];
  const isThere = game.namespaces.some(({ namespace_id: id }) => id === change.namespace_id);
  if (change.namespace_id !== undefined && !isThere) return [];
  const hosting = change.kind === 'hosting' ? hostingBefore(call, aboutHosting) : undefined;
  return [{ ...change, ...(hosting && { set_before: { hosting } }) }];
}

/** What this app itself did: the ids of servers that it asked to end, or to start, and of builds that it uploaded. */
type Here = Readonly<Record<'ended' | 'prepared', ReadonlySet<string>>> & {
  /** Of a restart, with the server that was there before. */
  readonly started: ReadonlyMap<string, string | undefined>;
};

type Reading = Place & {
  client: ServiceClient;
  game: GameFull;
  signal: AbortSignal;
  tells: { builds: boolean; servers: boolean };
  switches: Pick<SwitchLog, 'isOurs'>;
  here: Here;
};

async function changesOf(reading: Reading, namespace_id: string): Promise<ActivityChange[]> {
  const { client, game, signal, tells, here } = reading;
  const environment = { params: { game_id: game.game_id, environment_id: namespace_id } };
  const [history, builds, servers] = await Promise.all([
    client.listVersionHistory({ params: { game_id: game.game_id, namespace_id }, query: { limit: PAGE } }, { signal }),
    tells.builds ? client.listBuilds(environment, { signal }) : { builds: [] },
    tells.servers
      ? client.listServers({ ...environment, query: { include_destroyed: true } }, { signal })
      : { servers: [] },
  ]);
  const uploads = builds.builds
    .filter(({ state }) => state === 'complete')
    .map(
      (build): ActivityChange => ({
        id: `build ${build.id}`,
        at: Date.parse(build.created_at),
        kind: 'uploaded',
        ...(here.prepared.has(build.id) ? { by: 'here' } : {}),
        namespace_id,
        version: build.name,
        bytes: build.content_length,
      }),
    );
  return [
    ...deploymentsIn(reading, namespace_id, history.versions),
    ...uploads,
    ...crashChanges(game, namespace_id, servers.servers, history.versions),
    ...servers.servers.flatMap((server) => serverChanges(namespace_id, server, here)),
    ...servers.servers.flatMap((server) => startedAgain(namespace_id, server, servers.servers, here)),
  ];
}

function deploymentsIn(
  reading: Reading,
  namespace_id: string,
  entries: readonly NamespaceVersionHistoryEntry[],
): ActivityChange[] {
  return entries.map((entry, n) => deploymentOf(reading, namespace_id, entry, entries[n + 1]));
}

type Entry = NamespaceVersionHistoryEntry;

function deploymentOf(
  { instance_id, game, switches }: Reading,
  namespace_id: string,
  { version_id, deploy_ts: time, by, from, settings }: Entry,
  before: Entry | undefined,
): ActivityChange {
  const at = Date.parse(time);
  return {
    id: `deployment ${namespace_id} ${time}`,
    at,
    kind: before?.outcome?.rolled_back === true ? 'rolled_back' : 'deployed',
    by: switches.isOurs({ instance_id, namespace_id, version_id }, at, by) ? 'here' : 'elsewhere',
    namespace_id,
    version: nameIn(game, version_id),
    ...(before && leftBy(game, before, at)),
    ...(by && { made_by: by }),
    ...(from && { made_from: from }),
    ...(settings && { set_after: settings }),
  };
}

function leftBy(game: GameFull, { version_id, deploy_ts: time, settings }: Entry, at: number): Partial<ActivityChange> {
  return {
    before: nameIn(game, version_id),
    lasted_ms: at - Date.parse(time),
    ...(settings && { set_before: settings }),
  };
}

function nameIn(game: GameFull, version_id: string): string | null {
  return game.versions.find(({ version_id: id }) => id === version_id)?.display_name ?? null;
}

/** Those of one deployment are one change, at the time of the last. How many there were the deployment itself knows, where it tells. */
function crashChanges(
  game: GameFull,
  namespace_id: string,
  servers: readonly Server[],
  entries: readonly Entry[],
): ActivityChange[] {
  const crashed = servers.filter(({ state, kept, destroyed_at: end }) => {
    return state === 'crashed' && kept !== false && end !== undefined;
  });
  const deployments = Map.groupBy(crashed, (server) => {
    const { version = '' } = server;
    const entry = deploymentAt(server, entries);
    return entry === undefined ? version : `${version} ${entry.deploy_ts}`;
  });
  return [...deployments].flatMap(([key, all]): ActivityChange[] => {
    const [last] = all.toSorted((a, b) => endOf(b) - endOf(a));
    if (last === undefined) return [];
    return [
      {
        id: `crash ${namespace_id} ${key}`,
        at: endOf(last),
        kind: 'crashed',
        namespace_id,
        count: deploymentAt(last, entries)?.outcome?.crashes ?? all.length,
        server_id: last.id,
        ...(last.version === undefined ? {} : { version: nameIn(game, last.version) }),
        ...(last.problem === undefined ? {} : { problem: last.problem }),
      },
    ];
  });
}

/** The last one of its version before it was created: that is how its namespace came to run it. */
function deploymentAt({ version, created_at: made }: Server, entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry) => entry.version_id === version && Date.parse(entry.deploy_ts) <= made);
}

function endOf({ destroyed_at: end = 0 }: Server): number {
  return end;
}

/** What a person did to a server, or what became of one started by hand: those that a policy keeps come and go by themselves. */
function serverChanges(namespace_id: string, server: Server, here: Here): ActivityChange[] {
  const { id, kept, state, problem, created_at: started, destroyed_at: ended, exit } = server;
  const about = { namespace_id, server_id: id } as const;
  const end = endKindOf(exit);
  const byHere = here.started.has(id) ? { by: 'here' as const } : {};
  return [
    ...(kept === false
      ? [{ ...about, id: `start ${id}`, at: started, kind: 'server_started' as const, ...byHere }]
      : []),
    ...(kept === false && state === 'crashed' && ended !== undefined
      ? [{ ...about, id: `crash ${id}`, at: ended, kind: 'server_crashed' as const, ...(problem && { problem }) }]
      : []),
    ...(end !== undefined && ended !== undefined
      ? [{ ...about, id: `stop ${id}`, at: ended, kind: end, ...endedByOf(exit, here.ended.has(id)) }]
      : []),
  ];
}

/** One that had ended, and is kept: a restart of one that runs is told as its end. */
function startedAgain(
  namespace_id: string,
  { id, kept, created_at: at }: Server,
  all: readonly Server[],
  here: Here,
): ActivityChange[] {
  const before = all.find((server) => server.id === here.started.get(id));
  if (kept === false || before === undefined || endKindOf(before.exit) === 'server_restarted') return [];
  return [{ id: `start ${id}`, at, kind: 'server_started', by: 'here', namespace_id, server_id: id }];
}

const endKinds = { stop: 'server_stopped', kill: 'server_killed', restart: 'server_restarted' } as const;

/** Undefined where nobody asked for it. An older service tells only that somebody did. */
function endKindOf(exit: Server['exit']): (typeof endKinds)[keyof typeof endKinds] | undefined {
  if (exit?.asked !== undefined) return endKinds[exit.asked.to];
  return exit?.by === 'you' ? 'server_stopped' : undefined;
}

function endedByOf(exit: Server['exit'], isEndedHere: boolean): Partial<ActivityChange> {
  const { by, from } = exit?.asked ?? {};
  return {
    ...(isEndedHere ? { by: 'here' as const } : by && { by: 'elsewhere' as const }),
    ...(by && { made_by: by }),
    ...(from && { made_from: from }),
  };
}
