// What the table of servers shows, from what is known of them: filtered, sorted, by namespaces, and what is over under a heading. Pure.
import type { ServersState } from '../../../src-shared/servers/bridge.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { plural, t } from '../../text/t.ts';
import { type CrashRecord, crashRecords, downRecord, isBeforeSwitch } from './crash-record.ts';
import { formatServer, isEnded, isRunning, isTrouble, stateOf } from './server-format.ts';

/** What is known of the servers of a namespace. */
export type NamespaceServers = { list: readonly Server[] | undefined; state: ServersState };
/** What states servers are told apart by where they are filtered: each server is in one of them. */
export const stateGroups = ['starting', 'running', 'ending', 'crashed', 'ended'] as const;
export type StateGroup = (typeof stateGroups)[number];
/** Which servers are shown. */
export type ServerFilter = { show: 'all' | StateGroup; text: string };
/** A column that the table can be sorted by. */
export type SortKey = 'server' | 'version' | 'state' | 'players' | 'cpu' | 'memory' | 'up';
/** How the table is sorted; undefined is newest first. */
export type ServerSort = { key: SortKey; isDown: boolean } | undefined;

/**
 * A server, or several that crashed in the place of each other: then `server` is the newest of them. `isOver` where it needs nobody: it
 * ended as it should, or of a version that the namespace runs no more. `key` stays when another one crashes.
 */
export type ServerRow = { key: string; server: Server; record: CrashRecord | undefined; isOver: boolean };
/** The head of the rows of a namespace. */
export type NamespaceHead = { namespace: NamespaceSummary; words: string; isDown: boolean; rows: readonly ServerRow[] };
/** A line of the table. */
export type TableLine =
  | ({ kind: 'server' } & ServerRow)
  | ({ kind: 'namespace'; key: string } & NamespaceHead)
  | { kind: 'heading'; key: string; words: string };

/** Whether a line of this key is none of a server. */
export function isHeading(key: string): boolean {
  return key.startsWith('=');
}

type Namespaces = readonly Pick<NamespaceSummary, 'namespace_id' | 'version_id' | 'deploy_ts'>[];

/** The rows of servers, in no order. */
export function serverRows(servers: readonly Server[], namespaces: Namespaces): ServerRow[] {
  const records = crashRecords(servers, namespaces);
  const runs = new Map(namespaces.map((one) => [one.namespace_id, one.version_id]));
  return servers.flatMap((server): ServerRow[] => {
    const record = records.get(server.id);
    if (record === undefined) return [{ key: server.id, server, record, isOver: isEnded(server) }];
    if (record.newest.id !== server.id) return [];
    const isOther = server.version !== runs.get(server.environment) || isBeforeSwitch(server, namespaces);
    return [{ key: rowKeyOf(record, server.id), server, record, isOver: server.kept === true && isOther }];
  });
}

/** The key of the row that a server is in. */
export function rowKeyOf(record: CrashRecord | undefined, server_id: string): string {
  return record?.runs.at(-1)?.id ?? server_id;
}

type Known = {
  rows: readonly ServerRow[];
  /** Those whose servers these are; with more than one, each has its head. */
  namespaces: readonly NamespaceSummary[];
  versionNames: ReadonlyMap<string, string>;
  usage: ReadonlyMap<string, ServerUsage>;
  filter: ServerFilter;
  sort: ServerSort;
  now: number;
};

/** The lines of the table: what lives or crashed, then what is over. */
export function tableLines(known: Known): TableLine[] {
  const shown = known.rows.filter((row) => fits(row, known));
  const over = shown.filter(({ isOver }) => isOver);
  const main = shown.filter(({ isOver }) => !isOver);
  const lines = known.namespaces.length > 1 ? byNamespace(main, known) : linesOf(sorted(main, known));
  if (over.length === 0) return lines;
  const today = new Date(known.now).toDateString();
  const allToday = over.every(({ server: { destroyed_at: end = 0 } }) => new Date(end).toDateString() === today);
  const heading: TableLine = { kind: 'heading', key: '=', words: allToday ? t('Ended today') : t('Ended') };
  const ended = over.toSorted((a, b) => (b.server.destroyed_at ?? 0) - (a.server.destroyed_at ?? 0));
  return [...lines, heading, ...linesOf(ended)];
}

function linesOf(rows: readonly ServerRow[]): TableLine[] {
  return rows.map((row) => ({ kind: 'server', ...row }));
}

/** Those that need somebody first, then in the order of the board. */
function byNamespace(main: readonly ServerRow[], known: Known): TableLine[] {
  const shown = Map.groupBy(main, ({ server }) => server.environment);
  const all = Map.groupBy(known.rows, ({ server }) => server.environment);
  const heads = known.namespaces.flatMap((namespace): (NamespaceHead & { key: string })[] => {
    const rows = shown.get(namespace.namespace_id);
    if (rows === undefined) return [];
    const here = all.get(namespace.namespace_id) ?? [];
    const isDown =
      downRecord(
        here.map(({ server }) => server),
        namespace,
      ) !== undefined;
    const words = formatHead(
      here.filter(({ isOver }) => !isOver),
      isDown,
    );
    return [{ key: `=${namespace.namespace_id}`, namespace, words, isDown, rows: sorted(rows, known) }];
  });
  return heads
    .toSorted((a, b) => Number(b.isDown) - Number(a.isDown))
    .flatMap((head) => [{ kind: 'namespace', ...head } satisfies TableLine, ...linesOf(head.rows)]);
}

/** "2 servers, 21 players": how many there are, and who is on them or cannot be. */
function formatHead(rows: readonly ServerRow[], isDown: boolean): string {
  const servers = plural(rows.length, '{n} server', '{n} servers');
  if (isDown) return t('{servers}, nobody can join', { servers });
  const players = playersOn(rows.map(({ server }) => server));
  if (players === undefined) return servers;
  if (players === 0) return t('{servers}, nobody plays', { servers });
  return t('{servers}, {players}', { servers, players: plural(players, '{n} player', '{n} players') });
}

/** How many play on servers; undefined where no server of them tells. */
export function playersOn(servers: readonly Server[]): number | undefined {
  const known = servers.flatMap(({ players, destroyed_at: end }) =>
    players && end === undefined ? [players.now] : [],
  );
  return known.length === 0 ? undefined : known.reduce((sum, now) => sum + now, 0);
}

function fits({ server }: ServerRow, { filter: { show, text }, namespaces, versionNames, now }: Known): boolean {
  if (show !== 'all' && show !== groupOf(server)) return false;
  const searched = text.trim().toLowerCase();
  if (searched === '') return true;
  const tags = Object.entries(server.tags).flatMap(([key, value]) => [key, value, `${key}=${value}`]);
  const ports = Object.entries(server.network.ports).flatMap(([name, port]) => [name, String(port.public_port ?? '')]);
  const namespace = namespaces.find(({ namespace_id: id }) => id === server.environment)?.name_id ?? '';
  const version = versionNames.get(server.version ?? '') ?? '';
  const words = [server.id, stateOf(server), formatServer(server, now), namespace, version, ...tags, ...ports];
  return words.some((part) => part.toLowerCase().includes(searched));
}

/** The newest first; unless another order was chosen, what crashed comes after what lives. */
function sorted(rows: readonly ServerRow[], { sort, usage, versionNames }: Known): ServerRow[] {
  const newest = rows.toSorted((a, b) => b.server.created_at - a.server.created_at);
  if (sort === undefined) return newest.toSorted((a, b) => Number(isTrouble(a.server)) - Number(isTrouble(b.server)));
  const value = valueOf(sort.key, usage, versionNames);
  const direction = sort.isDown ? -1 : 1;
  return newest.toSorted((a, b) => {
    const [left, right] = [value(a.server), value(b.server)];
    if (left === right) return 0;
    return (left < right ? -1 : 1) * direction;
  });
}

function valueOf(
  key: SortKey,
  usage: ReadonlyMap<string, ServerUsage>,
  versionNames: ReadonlyMap<string, string>,
): (server: Server) => number | string {
  switch (key) {
    case 'server':
      return ({ id }) => id;
    case 'version':
      return ({ version = '' }) => versionNames.get(version) ?? '';
    case 'state':
      return stateOf;
    case 'players':
      return ({ players }) => players?.now ?? -1;
    case 'cpu':
      return ({ id }) => usage.get(id)?.cpu ?? -1;
    case 'memory':
      return ({ id }) => usage.get(id)?.memory ?? -1;
    case 'up':
      return ({ started_at: start, created_at: made }) => -(start ?? made);
  }
}

/** Whether the order changes with what servers use. */
export function isSortedByUse(sort: ServerSort): boolean {
  return sort?.key === 'cpu' || sort?.key === 'memory';
}

/** The next sort when a column's head is pressed: most first, least first, as it was. */
export function nextSort(sort: ServerSort, key: SortKey): ServerSort {
  if (sort?.key !== key) return { key, isDown: true };
  return sort.isDown ? { key, isDown: false } : undefined;
}

function groupOf(server: Server): StateGroup {
  if (isTrouble(server)) return 'crashed';
  if (isEnded(server)) return 'ended';
  if (isRunning(server)) return 'running';
  return stateOf(server) === 'stopping' ? 'ending' : 'starting';
}

/** How many rows there are, and how many are in each state, for the filter. */
export function serverCounts(rows: readonly ServerRow[]): { all: number } & Record<StateGroup, number> {
  const counts = { all: 0, starting: 0, running: 0, ending: 0, crashed: 0, ended: 0 };
  for (const { server } of rows) {
    counts[groupOf(server)] += 1;
    counts.all += 1;
  }
  return counts;
}

/** How many servers of a game live, as its lanes count them; undefined while one namespace is not known. */
export function serverTotal(
  namespaces: Namespaces,
  known: Readonly<Record<string, NamespaceServers | undefined>>,
  list: readonly Server[] = [],
): number | undefined {
  const states = namespaces.map(({ namespace_id: id }) => known[id]?.state);
  if (states.length === 0 || states.some((state) => state?.fresh_at === undefined)) return undefined;
  return list.filter((server) => !isEnded(server)).length;
}

/** Not where an instance does not list its servers: those that were pasted there are not all there are. */
export function areListed({ problem }: ServersState): boolean {
  return problem?.code !== 'NOT_OFFERED';
}

/** How fresh the servers of several namespaces are together: as what was read last of all, with the first problem of them. */
export function togetherOf(states: readonly (ServersState | undefined)[]): ServersState & { isRead: boolean } {
  const [known, isRead] = [states.flatMap((one) => one ?? []), states.every(isSettled)];
  const stale = known.flatMap(({ stale_since: since }) => since ?? []);
  const fresh = known.flatMap(({ fresh_at: at }) => at ?? []);
  const problem = known.find((one) => one.problem !== undefined)?.problem;
  return {
    isRead,
    ...(isRead && fresh.length > 0 ? { fresh_at: Math.min(...fresh) } : {}),
    ...(stale.length > 0 ? { stale_since: Math.min(...stale) } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
}

function isSettled(state: ServersState | undefined): boolean {
  return state?.fresh_at !== undefined || state?.problem !== undefined;
}

/** The servers that still end after their namespace was switched to this version, newest first. */
export function leavingServers(list: readonly Server[], version_id: string): Server[] {
  return list
    .filter((server) => !isEnded(server) && server.kept === true && server.version !== undefined)
    .filter(({ version }) => version !== version_id)
    .toSorted((a, b) => b.created_at - a.created_at);
}
