// Servers leave a node that is drained: what namespaces keep as their rules say, what a call created once it is no longer young, and
// all that are left when the time is over.
import type { FleetDriver } from '../fleet/fleet-driver.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Supervisor } from '../server-runs/supervisor.ts';
import type { KnownNode, KnownNodes } from './known-nodes.ts';

export type DrainParts = {
  driver: Pick<FleetDriver, 'setOpen'>;
  records: ServerRecords;
  supervisor: Pick<Supervisor, 'stop' | 'drain' | 'resume' | 'relimit' | 'endsBy'>;
  /** Checks again what a namespace should run. */
  lookAt(namespace_id: string): void;
  maxPlayers(namespace_id: string): number;
  onProblem(thrown: unknown): void;
  now(): number;
};
/** `ends`: when the servers of a node are asked next whether they are to go. */
export type NodeDrains = {
  parts: DrainParts;
  /** In the place of YOUNG_MS. */
  youngMs?: number | undefined;
  known: KnownNodes;
  ends: Map<string, NodeJS.Timeout>;
};

/** A server that a call created is made for players who are about to come: it is not drained before it ran this long. */
const YOUNG_MS = 60_000;
/** Servers end at the moment that they were told of, give or take this. */
const SAME_MOMENT_MS = 2_000;
/** A longer wait would run at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** For how long a server may stay on its node; undefined where nobody wants that node empty. */
export function timeLeftOn(
  { parts, known }: NodeDrains,
  { node_id }: Pick<ServerRecord, 'node_id'>,
): number | undefined {
  const end = node_id === null ? null : (known.one(node_id)?.drain_end_ts ?? null);
  return end === null ? undefined : Math.max(0, end - parts.now());
}

/** A node that was opened again behind our back is closed, and servers that have come of age leave. */
export async function holdDrains(drains: NodeDrains, nodes: readonly KnownNode[]): Promise<void> {
  const { driver, onProblem } = drains.parts;
  for (const { node_id, state: present } of nodes) {
    if (drains.known.one(node_id)?.drain_ts === null) continue;
    if (present === 'ready') await driver.setOpen(node_id, false).catch(onProblem);
    moveOff(drains, node_id);
  }
}

/** Safe to repeat. `before`: when they were to be off it until now. */
export function moveOff(drains: NodeDrains, node_id: string, before?: number): void {
  const { parts, known, ends } = drains;
  const end = known.one(node_id)?.drain_end_ts ?? null;
  if (end === null) return;
  const leftMs = Math.max(0, end - parts.now());
  const servers = serversOn(parts, node_id);
  clearTimeout(ends.get(node_id));
  if (leftMs === 0) {
    for (const { server_id: id, kill_timeout: graceMs } of servers) parts.supervisor.stop(id, 'policy', graceMs);
    return;
  }
  ends.set(node_id, setTimeout(() => moveOff(drains, node_id), Math.min(leftMs, LONGEST_TIMER_MS)).unref());
  for (const { server_id: id } of servers.filter(isDraining)) relimit(parts, id, leftMs, before);
  const others = servers.filter((server) => !isDraining(server));
  drainOthers(drains, others, leftMs);
}

/** Of those that namespaces keep, their rules know what has to be there first. */
function drainOthers(drains: NodeDrains, servers: readonly ServerRecord[], leftMs: number): void {
  const { supervisor, lookAt } = drains.parts;
  const created = servers.filter(({ kept }) => !kept);
  for (const server of created) if (!isYoung(drains, server)) supervisor.drain(server.server_id, leftMs);
  const namespaces = new Set(servers.filter(({ kept }) => kept).map(({ namespace_id: id }) => id));
  for (const namespace_id of namespaces) lookAt(namespace_id);
}

/** What ends with its node follows when that is put off. What ends earlier has reasons of its own. */
function relimit({ supervisor, now }: DrainParts, server_id: string, leftMs: number, before: number | undefined): void {
  const endsBy = supervisor.endsBy(server_id);
  const isOfNode = before !== undefined && endsBy !== undefined && Math.abs(endsBy - before) < SAME_MOMENT_MS;
  if (isOfNode || (endsBy ?? 0) > now() + leftMs + SAME_MOMENT_MS) supervisor.relimit(server_id, leftMs);
}

function isYoung({ parts, youngMs = YOUNG_MS }: NodeDrains, { start_ts: start }: ServerRecord): boolean {
  return start === null || parts.now() - start < youngMs;
}

/** A node is not to be left any more: its servers stay. */
export function stayOnNode({ parts }: NodeDrains, node_id: string): void {
  for (const server of serversOn(parts, node_id).filter(isDraining)) stayOn(parts, server);
}

function stayOn({ supervisor, lookAt, maxPlayers }: DrainParts, { server_id, namespace_id, kept }: ServerRecord): void {
  if (kept) lookAt(namespace_id);
  else supervisor.resume(server_id, maxPlayers(namespace_id));
}

function serversOn({ records }: DrainParts, node_id: string): ServerRecord[] {
  return records.allAlive().filter((server) => server.node_id === node_id);
}

function isDraining({ state }: ServerRecord): boolean {
  return state === 'draining';
}
