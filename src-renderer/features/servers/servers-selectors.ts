// What the table of servers shows, from what is known of them: filtered, sorted, and those that ended under a heading. Pure.
import type { ServersState } from '../../../src-shared/servers/bridge.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { t } from '../../text/t.ts';
import { formatServer, isEnded, isRunning, isTrouble, stateOf } from './server-format.ts';

/** What states servers are told apart by where they are filtered: each server is in one of them. */
export const stateGroups = ['starting', 'running', 'ending', 'crashed', 'ended'] as const;
export type StateGroup = (typeof stateGroups)[number];
/** Which servers are shown. */
export type ServerFilter = { show: 'all' | StateGroup; text: string };
/** A column that the table can be sorted by. */
export type SortKey = 'server' | 'state' | 'players' | 'cpu' | 'memory' | 'up';
/** How the table is sorted; undefined is newest first. */
export type ServerSort = { key: SortKey; isDown: boolean } | undefined;
/** A line of the table. */
export type TableLine = { kind: 'server'; server: Server } | { kind: 'heading'; words: string };

type Known = {
  servers: readonly Server[];
  usage: ReadonlyMap<string, ServerUsage>;
  filter: ServerFilter;
  sort: ServerSort;
  now: number;
};

/** The lines of the table: what lives or crashed, then what ended as it should. */
export function tableLines(known: Known): TableLine[] {
  const shown = known.servers.filter((server) => fits(server, known));
  const quiet = (server: Server) => isEnded(server) && !isTrouble(server);
  const main = sorted(
    shown.filter((server) => !quiet(server)),
    known,
  );
  const ended = shown.filter(quiet).toSorted((a, b) => (b.destroyed_at ?? 0) - (a.destroyed_at ?? 0));
  const lines: TableLine[] = main.map((server) => ({ kind: 'server', server }));
  if (ended.length === 0) return lines;
  const today = new Date(known.now).toDateString();
  const allToday = ended.every(({ destroyed_at: end = 0 }) => new Date(end).toDateString() === today);
  const heading: TableLine = { kind: 'heading', words: allToday ? t('Ended today') : t('Ended') };
  return [...lines, heading, ...ended.map((server): TableLine => ({ kind: 'server', server }))];
}

function fits(server: Server, { filter: { show, text }, now }: Known): boolean {
  if (show !== 'all' && show !== groupOf(server)) return false;
  const searched = text.trim().toLowerCase();
  if (searched === '') return true;
  const tags = Object.entries(server.tags).flatMap(([key, value]) => [key, value, `${key}=${value}`]);
  const ports = Object.entries(server.network.ports).flatMap(([name, port]) => [name, String(port.public_port ?? '')]);
  return [server.id, stateOf(server), formatServer(server, now), ...tags, ...ports].some((part) =>
    part.toLowerCase().includes(searched),
  );
}

/** The newest first; unless another order was chosen, what crashed comes after what lives. */
function sorted(servers: readonly Server[], { sort, usage }: Known): Server[] {
  const newest = servers.toSorted((a, b) => b.created_at - a.created_at);
  if (sort === undefined) return newest.toSorted((a, b) => Number(isTrouble(a)) - Number(isTrouble(b)));
  const value = valueOf(sort.key, usage);
  const direction = sort.isDown ? -1 : 1;
  return newest.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === right) return 0;
    return (left < right ? -1 : 1) * direction;
  });
}

function valueOf(key: SortKey, usage: ReadonlyMap<string, ServerUsage>): (server: Server) => number | string {
  switch (key) {
    case 'server':
      return ({ id }) => id;
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

/** How many live, and how many are in each state, for the filter. */
export function serverCounts(servers: readonly Server[]): { alive: number } & Record<StateGroup, number> {
  const counts = { alive: 0, starting: 0, running: 0, ending: 0, crashed: 0, ended: 0 };
  for (const server of servers) {
    counts[groupOf(server)] += 1;
    if (!isEnded(server)) counts.alive += 1;
  }
  return counts;
}

/** Not where an instance does not list its servers: those that were pasted there are not all there are. */
export function areListed({ problem }: ServersState): boolean {
  return problem?.code !== 'NOT_OFFERED';
}
