// Developer groups: who owns games. A new data folder has one, so that a first game needs nothing set up.
import { randomUUID } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import type { GroupRecord, GroupStore } from './store.ts';

const FIRST_GROUP_NAME = 'My games';

export type GroupService = { list(): GroupRecord[]; has(groupId: string): boolean };

export function createGroupService(store: GroupStore, database: Database): GroupService {
  if (store.list().length === 0) {
    database.change(() =>
      store.insert({ group_id: randomUUID(), display_name: FIRST_GROUP_NAME, create_ts: Date.now() }),
    );
  }
  return { list: () => store.list(), has: (groupId) => store.has(groupId) };
}
