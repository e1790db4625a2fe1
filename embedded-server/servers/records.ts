// The servers of a namespace as records that change: each change moves what watchers see, and wakes them.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { Database } from '../storage/database.ts';
import type { Revision } from '../storage/revision.ts';
import { serversKey } from '../watch/keys.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import type { NewServer, ServerChange, ServerRecord, ServerStore } from './store.ts';

export type RecordParts = { store: ServerStore; database: Database; revision: Revision; hub: WatchHub };
export type ServerRecords = ReturnType<typeof createServerRecords>;

const UNBORN = {
  ...{ problem: null, hint: null, start_ts: null, destroy_ts: null, exit: null },
  ...{ pid: null, identity: null, command: null },
};

export function createServerRecords({ store, database, revision, hub }: RecordParts) {
  const put = (server: ServerRecord): ServerRecord => {
    database.change(() => {
      const next = revision.next();
      store.put(server, next);
      store.setRevision(server.namespace_id, next);
    });
    hub.wake(serversKey(server.namespace_id));
    return server;
  };
  return {
    ...store,
    add: (server: NewServer): ServerRecord => put({ ...server, ...UNBORN, state: 'preparing' }),
    /** What is not there any more, because its namespace went, has nothing left to change. */
    change: (serverId: string, change: ServerChange): ServerRecord | undefined => {
      const present = store.one(serverId);
      return present === undefined ? undefined : put({ ...present, ...change });
    },
    /** For what is shown of servers and not in the records, such as who plays. */
    touch: (namespaceId: string): void => {
      database.changeLazily(() => store.setRevision(namespaceId, revision.next()));
      hub.wake(serversKey(namespaceId));
    },
    find: (namespaceId: string, serverId: string): ServerRecord => {
      const found = store.one(serverId);
      if (found?.namespace_id !== namespaceId) throw new AppError('SERVERS_SERVER_NOT_FOUND');
      return found;
    },
  };
}
