// What is kept of servers that have ended: records and logs of the newest, working folders of the last that crashed.
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import type { HostingThread } from '../hosting-thread/open-hosting-thread.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';

/** Of each namespace; beyond these the oldest are forgotten. */
const RECORDS = 200;
/** A crash may leave a core dump in its folder; only these are kept, until the service starts again (recover.ts). */
const CRASH_FOLDERS = 3;

export type EndedServersParts = {
  records: ServerRecords;
  host: HostingThread;
  workingFolder(server_id: string): string;
  onProblem(thrown: unknown): void;
};
export type EndedServers = ReturnType<typeof createEndedServers>;

export function createEndedServers({ records, host, workingFolder, onProblem }: EndedServersParts) {
  const crashed = new Map<string, string[]>();
  const forget = async (server_id: string): Promise<void> => {
    records.remove(server_id);
    await host.call('removeLog', server_id);
    await removeWhole(workingFolder(server_id));
  };
  return {
    afterEnd: ({ server_id: id, namespace_id, state }: ServerRecord): void => {
      const folders = crashed.get(namespace_id) ?? [];
      if (state === 'crashed') folders.push(id);
      crashed.set(namespace_id, folders);
      const old = folders.length > CRASH_FOLDERS ? folders.shift() : undefined;
      const work = async () => {
        if (old !== undefined) await removeWhole(workingFolder(old));
        for (const server_id of records.endedBeyond(namespace_id, RECORDS)) await forget(server_id);
      };
      work().catch(onProblem);
    },
    /** Nothing stays of a namespace that goes. */
    forgetAll: async (namespace_id: string): Promise<void> => {
      crashed.delete(namespace_id);
      for (const { server_id: id } of records.list(namespace_id)) await forget(id);
    },
  };
}
