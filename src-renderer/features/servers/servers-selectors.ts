// What the table of servers shows, from what is known of them: filtered, sorted, and those that ended under a heading. Pure.
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { t } from '../../text/t.ts';
import { isEnded, isRunning, isTrouble, serverWords, stateOf } from './server-words.ts';

/** Which servers are shown. */
export type ServerFilter = { show: 'all' | 'running' | 'crashed'; text: string };
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
  const shown = known.servers.filter((server) => fits(server, known.filter));
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

function fits(server: Server, { show, text }: ServerFilter): boolean {
  if (show === 'running' && !isRunning(server)) return false;
  if (show === 'crashed' && !isTrouble(server)) return false;
  const wish = text.trim().toLowerCase();
  if (wish === '') return true;
  const tags = Object.entries(server.tags).flatMap(([key, value]) => [key, value, `${key}=${value}`]);
  const ports = Object.entries(server.network.ports).flatMap(([name, port]) => [name, String(port.public_port ?? '')]);
  return [server.id, stateOf(server), serverWords(server, 0), ...tags, ...ports].some((part) =>
    part.toLowerCase().includes(wish),
  );
}

/** Trouble first while nothing else is wished, then the newest. */
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

/** How many run and how many had trouble, for the filter's buttons. */
export function serverCounts(servers: readonly Server[]): { alive: number; running: number; crashed: number } {
  return {
    alive: servers.filter((server) => !isEnded(server)).length,
    running: servers.filter(isRunning).length,
    crashed: servers.filter(isTrouble).length,
  };
}
