// The servers of a namespace as records that change: each change moves what watchers see, and wakes them. A server's life
// goes on although the disk takes nothing for a while: what became of it is remembered here until it can be written.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { serversKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { LivingServer, NewServer, ServerChange, ServerRecord, ServerStore } from './store.ts';

export type RecordParts = {
  store: ServerStore;
  database: Database;
  revision: Revision;
  hub: WatchHub;
  onProblem(thrown: unknown): void;
};
export type ServerRecords = ReturnType<typeof createServerRecords>;

const UNBORN = {
  problem: null,
  hint: null,
  start_ts: null,
  destroy_ts: null,
  exit: null,
  pid: null,
  identity: null,
  command: null,
  kept_slot: null,
  node_id: null,
};
const TRY_AGAIN_MS = 1000;

export function createServerRecords(parts: RecordParts) {
  const { store, database, revision, hub } = parts;
  const write = (server: ServerRecord, change: Database['change']): void => {
    change(() => {
      const next = revision.next();
      store.put(server, next);
      store.setRevision(server.namespace_id, next);
    });
    hub.wake(serversKey(server.namespace_id));
  };
  const unwritten = createUnwritten((server) => write(server, database.changeSurely), parts.onProblem);
  const present = (record: ServerRecord): ServerRecord => unwritten.get(record.server_id) ?? record;
  const one = (server_id: string) => unwritten.get(server_id) ?? store.one(server_id);
  const isAlive = ({ destroy_ts: endedAt }: Pick<ServerRecord, 'destroy_ts'>) => endedAt === null;
  const nowLiving = (stored: LivingServer[]): LivingServer[] =>
    stored.map((server) => unwritten.get(server.server_id) ?? server).filter(isAlive);
  return {
    revision: store.revision,
    endedBeyond: store.endedBeyond,
    lostOn: store.lostOn,
    remove: store.remove,
    one,
    list: (namespace_id: string) => store.list(namespace_id).map(present),
    alive: (namespace_id: string) => store.alive(namespace_id).map(present).filter(isAlive),
    /** The same without what only those want to know who look at a server: a namespace may have thousands. */
    living: (namespace_id: string): LivingServer[] => nowLiving(store.living(namespace_id)),
    /** Of those the ones that its policy keeps, which are few where calls created the most. */
    keptLiving: (namespace_id: string): LivingServer[] => nowLiving(store.keptLiving(namespace_id)),
    livingCount: (namespace_id: string): number =>
      unwritten.isEmpty() ? store.livingCount(namespace_id) : nowLiving(store.living(namespace_id)).length,
    allAlive: () => store.allAlive().map(present).filter(isAlive),
    add: (server: NewServer): ServerRecord => {
      const record: ServerRecord = { ...server, ...UNBORN, state: 'preparing' };
      write(record, database.change);
      return record;
    },
    /** What is not there any more, because its namespace went, has nothing left to change. */
    change: (server_id: string, change: ServerChange): ServerRecord | undefined => {
      const before = one(server_id);
      if (before === undefined) return undefined;
      const after = withAsked({ ...before, ...change }, before);
      unwritten.write(after);
      return after;
    },
    /** For what is shown of servers and not in the records, such as who plays. */
    touch: (namespace_id: string): void => {
      database.changeLazily(() => store.setRevision(namespace_id, revision.next()));
      hub.wake(serversKey(namespace_id));
    },
    find: (namespace_id: string, server_id: string): ServerRecord => {
      const found = one(server_id);
      if (found?.namespace_id !== namespace_id) throw new AppError('SERVERS_SERVER_NOT_FOUND');
      return found;
    },
    close: unwritten.close,
  };
}

/** Who asked for its end is known before it has ended, and whoever writes how it ended does not know it. */
function withAsked(after: ServerRecord, { exit: before }: ServerRecord): ServerRecord {
  if (after.exit === null || after.exit.asked !== undefined || before?.asked === undefined) return after;
  return { ...after, exit: { ...after.exit, asked: before.asked } };
}

/** Records that the disk did not take, tried again until it does. */
function createUnwritten(write: (server: ServerRecord) => void, onProblem: (thrown: unknown) => void) {
  const waiting = new Map<string, ServerRecord>();
  let timer: NodeJS.Timeout | undefined;
  const attempt = (server: ServerRecord): void => {
    try {
      write(server);
      waiting.delete(server.server_id);
    } catch (thrown) {
      if (!waiting.has(server.server_id)) onProblem(thrown);
      waiting.set(server.server_id, server);
      timer ??= setTimeout(again, TRY_AGAIN_MS).unref();
    }
  };
  const again = (): void => {
    timer = undefined;
    for (const server of Array.from(waiting.values())) attempt(server);
  };
  return {
    get: (server_id: string) => waiting.get(server_id),
    isEmpty: () => waiting.size === 0,
    write: attempt,
    /** Once more, and no more. */
    close: (): void => {
      again();
      clearTimeout(timer);
    },
  };
}
