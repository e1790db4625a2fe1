// Developer groups in the records.
import type { Database } from '../storage/database.ts';
import { command, query } from '../storage/statement.ts';

export type GroupRecord = { group_id: string; display_name: string; create_ts: number };

export type GroupStore = {
  list(): GroupRecord[];
  has(groupId: string): boolean;
  insert(group: GroupRecord): void;
};

export function createGroupStore(db: Database): GroupStore {
  const list = query<GroupRecord>(
    db,
    'SELECT group_id, display_name, create_ts FROM groups ORDER BY create_ts, group_id',
  );
  const has = query(db, 'SELECT 1 FROM groups WHERE group_id = ?');
  const insert = command(db, 'INSERT INTO groups (group_id, display_name, create_ts) VALUES (?, ?, ?)');
  return {
    list: () => list.all(),
    has: (groupId) => has.one(groupId) !== undefined,
    insert: (group) => insert(group.group_id, group.display_name, group.create_ts),
  };
}
