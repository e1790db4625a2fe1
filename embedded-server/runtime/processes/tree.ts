// Which processes belong to a server. Pure: what was seen goes in, what belongs comes out.
import type { ProcessRow } from './system.ts';

/** The first process of a server. Its identity is empty where it ended before it could be asked. */
export type Root = { server_id: string; pid: number; identity: string };

export type Seen = {
  byPid: ReadonlyMap<number, ProcessRow>;
  byParent: ReadonlyMap<number, readonly ProcessRow[]>;
  bySession: ReadonlyMap<number, readonly ProcessRow[]>;
  byGroup: ReadonlyMap<number, readonly ProcessRow[]>;
  /** The server that a process says it belongs to. */
  byMarker: ReadonlyMap<string, readonly ProcessRow[]>;
};

/** What was found to belong to a server before: pid and identity. It stays so, whoever the parent is by now. */
export type Known = ReadonlyMap<number, string>;

export function indexSeen(rows: readonly ProcessRow[], markers: ReadonlyMap<number, string>): Seen {
  return {
    byPid: new Map(rows.map((row) => [row.pid, row])),
    byParent: groupBy(rows, (row) => row.parent),
    bySession: groupBy(rows, (row) => row.session),
    byGroup: groupBy(rows, (row) => row.group),
    byMarker: groupBy(rows, (row) => markers.get(row.pid) ?? ''),
  };
}

export function treeOf(root: Root, seen: Seen, known: Known, grouped: readonly number[] = []): ProcessRow[] {
  const first = rowsAlive(seen, [[root.pid, root.identity], ...known]);
  const sameNumber = holdsNumber(root.pid, first)
    ? [...(seen.bySession.get(root.pid) ?? []), ...(seen.byGroup.get(root.pid) ?? [])]
    : [];
  const marked = seen.byMarker.get(root.server_id) ?? [];
  const inGroups = grouped.flatMap((pid) => seen.byPid.get(pid) ?? []);
  return withChildren(seen, [...first, ...sameNumber, ...marked, ...inGroups]);
}

function rowsAlive(seen: Seen, wanted: Iterable<readonly [number, string]>): ProcessRow[] {
  const alive: ProcessRow[] = [];
  for (const [pid, identity] of wanted) {
    const row = seen.byPid.get(pid);
    if (row?.identity === identity) alive.push(row);
  }
  return alive;
}

function withChildren(seen: Seen, rows: readonly ProcessRow[]): ProcessRow[] {
  const found = new Set<ProcessRow>(rows);
  // A set that grows while it is walked is walked to its new end.
  for (const row of found) for (const child of seen.byParent.get(row.pid) ?? []) found.add(child);
  return [...found];
}

/** A number stays taken while a process, a group or a session has it. After that it may become a stranger's. */
function holdsNumber(pid: number, rows: readonly ProcessRow[]): boolean {
  return pid > 1 && rows.some((row) => row.pid === pid || row.group === pid || row.session === pid);
}

function groupBy<Key>(rows: readonly ProcessRow[], keyOf: (row: ProcessRow) => Key): Map<Key, ProcessRow[]> {
  const groups = new Map<Key, ProcessRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
