// Which public numbers a server should get again: those that players know from the servers before it, and whose place it takes.
import type { ServerRecord } from '../server-records/store.ts';
import type { RunRecords } from './run-dependencies.ts';

/** The newest of them; more are not tried. */
const MOST = 32;

/**
 * The numbers under which a port of this name was reached, newest first. A server that a namespace keeps follows those that it kept; one
 * that was created by a call follows one that was ended to be started again, which is no game of its own. With kept folders it is
 * the ones that had the same set: whoever comes back to an address finds the world that was there.
 */
export function knownNumbers(records: RunRecords, server: ServerRecord, port: string): number[] {
  const slot = records.one(server.server_id)?.kept_slot ?? null;
  const before = records.list(server.namespace_id).filter((other) => isBefore(server, other));
  const numbersOf = (others: readonly ServerRecord[]) => others.flatMap(({ ports }) => ports[port]?.public_port ?? []);
  const ofSet = slot === null ? [] : numbersOf(before.filter((other) => other.kept_slot === slot));
  const ofOthers = new Set(numbersOf(before.filter((other) => other.kept_slot !== null && other.kept_slot !== slot)));
  const numbers =
    ofSet.length > 0 ? ofSet : numbersOf(before).filter((number) => slot === null || !ofOthers.has(number));
  return [...new Set(numbers)].slice(0, MOST);
}

function isBefore(server: ServerRecord, other: ServerRecord): boolean {
  if (other.server_id === server.server_id || other.kept !== server.kept) return false;
  return server.kept || (other.build_id === server.build_id && other.exit?.by === 'policy');
}

/** Whether the ports of the one who has them go to this server once it is ready: the other is of another version, or is to end. */
export function mayTakeOver(records: RunRecords, server: ServerRecord, holder_id: string): boolean {
  const holder = records.one(holder_id);
  if (holder === undefined || holder.namespace_id !== server.namespace_id || holder.kept !== server.kept) return false;
  if (holder.state === 'draining' || holder.state === 'stopping') return true;
  return server.kept && holder.version_id !== server.version_id;
}
