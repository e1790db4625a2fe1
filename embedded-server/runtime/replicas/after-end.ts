// What follows when a kept server ends by itself: it is left ended, started again a little later, given up, or the namespace goes back
// to what it ran before.
import { messageFor } from '../../../src-shared/text/message.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { decideRestart, type KeptEnding, recentEndings, WINDOW_MS } from './decide-restart.ts';
import type { HostedNamespace } from './namespace-lookup.ts';

/**
 * What is remembered of a namespace between two looks at it, until something new is asked of it. `unwritten`: places that stay
 * free and are to be written down as such. `before`: the version that could be joined when the namespace left it. `replacedAt`: when
 * all servers of the new one could be joined.
 */
export type Memory = {
  unwritten: number;
  endings: KeptEnding[];
  timer: NodeJS.Timeout | undefined;
  gaveUp: boolean;
  before: string | undefined;
  replacedAt: number | undefined;
};

type Parts = {
  records: ServerRecords;
  buildOf(game_id: string, version_id: string): string | undefined;
  versionName(game_id: string, version_id: string): string | undefined;
  switchBack(place: { game_id: string; namespace_id: string }, version_id: string): void;
  now(): number;
};

/** So long after a switch a version that crashes again and again is left for the one before. */
export const FRESH_MS = 120_000;

/** Draws the lesson from the end of a kept server: left ended, started again later, given up, or switched back, which it answers. */
export function remember(
  parts: Parts,
  namespace: HostedNamespace,
  memory: Memory,
  server: ServerRecord,
  again: () => void,
): boolean {
  if (server.exit === null || (server.exit.by !== 'itself' && server.exit.by !== 'limit')) return false;
  if (namespace.restart === 'never') {
    // One that could be joined may just have come to its end.
    const isBack = memory.replacedAt === undefined && goBack(parts, namespace, memory, server);
    if (!isBack) memory.unwritten += 1;
    return isBack;
  }
  const now = parts.now();
  const ending = { at: now, wasReached: server.start_ts !== null };
  memory.endings = recentEndings([...memory.endings, ending], now, FRESH_MS);
  const windowMs = windowOf(parts, namespace, memory);
  const decision = decideRestart(memory.endings, now, { count: namespace.server_count, windowMs });
  if (decision.again) {
    clearTimeout(memory.timer);
    memory.timer = setTimeout(() => {
      memory.timer = undefined;
      again();
    }, decision.afterMs);
    return false;
  }
  if (goBack(parts, namespace, memory, server)) return true;
  if (!memory.gaveUp) tellGivenUp(parts, server, decision.endings);
  memory.gaveUp = true;
  return false;
}

/** Said once: those that were started together with this one end as well. */
function tellGivenUp({ records }: Parts, { server_id, hint }: ServerRecord, endings: number): void {
  const before = hint ?? messageFor('server.log-says-more');
  records.change(server_id, { hint: messageFor('server.given-up', { before, endings }) });
}

/** What was switched to does not start, or not for long: the namespace runs again what it ran before, and the server that ended says so. */
function goBack(parts: Parts, namespace: HostedNamespace, memory: Memory, server: ServerRecord): boolean {
  const { game_id, namespace_id } = namespace;
  const before = backOf(parts, namespace, memory);
  if (before === undefined) return false;
  const hint = server.hint ?? messageFor('server.log-says-more');
  const version = parts.versionName(game_id, before) ?? before;
  parts.records.change(server.server_id, { hint: messageFor('server.switched-back', { before: hint, version }) });
  parts.switchBack({ game_id, namespace_id }, before);
  return true;
}

/** One that takes twenty seconds to crash never ends four times within a minute: while there is a way back, all its ends count. */
function windowOf(parts: Parts, namespace: HostedNamespace, memory: Memory): number {
  return backOf(parts, namespace, memory) === undefined ? WINDOW_MS : FRESH_MS;
}

/** The version that it goes back to, while the present one is fresh. */
function backOf(parts: Parts, { game_id }: HostedNamespace, memory: Memory): string | undefined {
  const { before, replacedAt = parts.now() } = memory;
  if (before === undefined || parts.now() - replacedAt > FRESH_MS) return undefined;
  return parts.buildOf(game_id, before) === undefined ? undefined : before;
}
