// What only one server of a namespace can have at a time goes from the old one to the new one: the old one ends first.
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Supervisor } from '../server-runs/supervisor.ts';
import { holderDrainLimit } from './effective-drain-limit.ts';
import type { HostedNamespace } from './namespace-lookup.ts';

type Parts = {
  records: ServerRecords;
  supervisor: Supervisor;
  namespace(namespace_id: string): HostedNamespace | undefined;
  /** For how long a server may stay where it is; undefined where nobody wants it gone from there. */
  leavesWithin(server: ServerRecord): number | undefined;
};

/** Settles when it has ended. Rejects with the signal, by which whoever waits is to end as well. */
export async function endHolder(
  { records, supervisor, namespace, leavesWithin }: Parts,
  server_id: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const holder = records.one(server_id);
  if (holder === undefined) return;
  const limit = holderDrainLimit(namespace(holder.namespace_id), leavesWithin(holder));
  if (limit !== undefined) supervisor.drain(server_id, limit, 'open');
  else supervisor.stop(server_id, 'policy', holder.kill_timeout);
  await untilEnded(supervisor, server_id, signal);
}

/** The same, for one that ends anyway. */
export async function untilEnded(supervisor: Supervisor, server_id: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([supervisor.ended(server_id), aborted]);
}
