// What stays of servers that have ended: records and logs of the newest, working folders of the last that crashed.
import { rm } from 'node:fs/promises';
import type { HostingThread } from '../hosting-thread/open-hosting-thread.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';

/** More ended servers than these are forgotten, the oldest first. */
const RECORDS = 200;
/** A crash may leave a core dump in its folder; only these are kept to be looked at. */
const CRASH_FOLDERS = 3;

export type RetentionParts = {
  records: ServerRecords;
  host: HostingThread;
  workingFolder(serverId: string): string;
  onProblem(thrown: unknown): void;
};
export type Retention = ReturnType<typeof createRetention>;

export function createRetention({ records, host, workingFolder, onProblem }: RetentionParts) {
  const crashed = new Map<string, string[]>();
  const forget = async (serverId: string): Promise<void> => {
    records.remove(serverId);
    await host.call('removeLog', serverId);
    await rm(workingFolder(serverId), { recursive: true, force: true });
  };
  return {
    afterEnd: ({ server_id: id, namespace_id: namespaceId, state }: ServerRecord): void => {
      const folders = crashed.get(namespaceId) ?? [];
      if (state === 'crashed') folders.push(id);
      crashed.set(namespaceId, folders);
      const old = folders.length > CRASH_FOLDERS ? folders.shift() : undefined;
      const work = async () => {
        if (old !== undefined) await rm(workingFolder(old), { recursive: true, force: true });
        for (const serverId of records.endedBeyond(namespaceId, RECORDS)) await forget(serverId);
      };
      work().catch(onProblem);
    },
    /** Nothing stays of a namespace that goes. */
    forgetAll: async (namespaceId: string): Promise<void> => {
      crashed.delete(namespaceId);
      for (const { server_id: id } of records.list(namespaceId)) await forget(id);
    },
  };
}
