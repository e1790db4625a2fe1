// Developer groups in the records.
import type { Database } from '../storage/database.ts';

export type GroupRecord = { group_id: string; display_name: string; create_ts: number };

export type GroupStore = {
  list(): GroupRecord[];
  has(groupId: string): boolean;
  insert(group: GroupRecord): void;
};

export function createGroupStore({ sql }: Database): GroupStore {
  const list = sql.prepare('SELECT group_id, display_name, create_ts FROM groups ORDER BY create_ts, group_id');
  const has = sql.prepare('SELECT 1 FROM groups WHERE group_id = ?');
  const insert = sql.prepare('INSERT INTO groups (group_id, display_name, create_ts) VALUES (?, ?, ?)');
  return {
    list: () =>
      list.all().map((row) => ({
        group_id: String(row['group_id']),
        display_name: String(row['display_name']),
        create_ts: Number(row['create_ts']),
      })),
    has: (groupId) => has.get(groupId) !== undefined,
    insert: (group) => void insert.run(group.group_id, group.display_name, group.create_ts),
  };
}
