// After a crash: ends what the last life left running, and says of each server that was alive what became of it.
import { rm } from 'node:fs/promises';
import type { ServerRecords } from '../servers/records.ts';
import type { DataPaths } from '../storage/data-paths.ts';
import { makeFolder } from '../storage/make-folder.ts';
import type { HostThread } from './host.ts';

export type RecoverParts = { records: ServerRecords; host: HostThread; paths: DataPaths; now: () => number };

export async function recoverServers({ records, host, paths, now }: RecoverParts): Promise<void> {
  const lost = records.allAlive();
  const leftovers = lost.flatMap(({ server_id: serverId, pid, identity }) =>
    pid === null || identity === null ? [] : [{ serverId, pid, identity }],
  );
  if (leftovers.length > 0) await host.call('endLeftovers', leftovers);
  for (const { server_id: id } of lost) {
    records.change(id, {
      ...{ state: 'stopped', destroy_ts: now(), pid: null, identity: null, hint: null },
      exit: { out_of_memory: false, by: 'slipway' },
      problem: 'Slipway ended unexpectedly while it ran, so it was ended as well.',
    });
  }
  await rm(paths.servers, { recursive: true, force: true });
  await makeFolder(paths.servers);
}
