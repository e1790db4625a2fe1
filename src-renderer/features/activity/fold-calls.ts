// Polls and watches of one address as one row, so that what a person did is seen. Failed calls are never folded away. Pure.
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';

/** What of a group is shown: nothing, the calls that failed, or all. */
export type FoldState = 'closed' | 'failed' | 'all';

/** Several reads of one address as one row, newest call first. */
export type CallGroup = {
  key: string;
  newest: ActivityRow;
  count: number;
  from: number;
  failed: number;
  ms: number;
  bytes: number;
  state: FoldState;
};

/** A row of the table. */
export type CallLine =
  | { kind: 'call'; key: string; row: ActivityRow; isInside: boolean }
  | { kind: 'group'; key: string; group: CallGroup }
  | { kind: 'rest'; key: string; group: CallGroup; count: number };

/** Fewer calls than these stay as they are. */
const LEAST = 3;

/** The rows of the table. `states` is what a person opened and closed; a group with failed calls is open on those. */
export function foldCalls(
  rows: readonly ActivityRow[],
  states: Readonly<Record<string, FoldState | undefined>>,
): CallLine[] {
  const groups = Map.groupBy(rows.filter(isRead), addressOf);
  const seen = new Set<string>();
  return rows.flatMap((row): CallLine[] => {
    const key = isRead(row) ? addressOf(row) : '';
    const members = groups.get(key) ?? [];
    if (members.length < 2 || countOf(members) < LEAST) return [lineOf(row, false)];
    if (seen.has(key)) return [];
    seen.add(key);
    return linesOf(groupOf(key, members, states[key]), members);
  });
}

function isRead({ method }: ActivityRow): boolean {
  return method === 'GET';
}

/** A watch asks for the same each time, from another point on. */
export function pathOf({ path }: Pick<ActivityRow, 'path'>): string {
  return path.replace(/([?&])watch_index=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

function addressOf(row: ActivityRow): string {
  const { instance_id: instance, method } = row;
  return `${instance} ${method} ${pathOf(row)}`;
}

/** Without an answer, or with one that says so. */
export function hasFailed({ status }: Pick<ActivityRow, 'status'>): boolean {
  return status === undefined || status >= 400;
}

function countOf(rows: readonly ActivityRow[]): number {
  return rows.reduce((sum, { repeats }) => sum + repeats, 0);
}

function groupOf(key: string, members: readonly ActivityRow[], state: FoldState | undefined): CallGroup {
  const [newest] = members;
  const failed = countOf(members.filter(hasFailed));
  const times = members.map(({ ms }) => ms).toSorted((a, b) => a - b);
  if (newest === undefined) throw new Error('A group has calls');
  return {
    key,
    newest,
    count: countOf(members),
    from: Math.min(...members.map(({ at }) => at)),
    failed,
    ms: times[Math.floor(times.length / 2)] ?? 0,
    bytes: members.reduce((sum, { bytes_received: bytes }) => sum + bytes, 0),
    state: state ?? (failed > 0 ? 'failed' : 'closed'),
  };
}

function linesOf(group: CallGroup, members: readonly ActivityRow[]): CallLine[] {
  const head: CallLine = { kind: 'group', key: `group-${group.key}`, group };
  if (group.state === 'closed') return [head];
  const shown = group.state === 'all' ? members : members.filter(hasFailed);
  const rest = group.count - countOf(shown);
  const inside = shown.map((row) => lineOf(row, true));
  return rest === 0
    ? [head, ...inside]
    : [head, ...inside, { kind: 'rest', key: `rest-${group.key}`, group, count: rest }];
}

function lineOf(row: ActivityRow, isInside: boolean): CallLine {
  return { kind: 'call', key: row.id, row, isInside };
}

/** All calls of the table, those that only wait for news, and those that failed. */
export function callCounts(rows: readonly ActivityRow[]): { all: number; watches: number; failed: number } {
  return {
    all: countOf(rows),
    watches: countOf(rows.filter(({ is_watch: isWatch }) => isWatch)),
    failed: countOf(rows.filter(hasFailed)),
  };
}
