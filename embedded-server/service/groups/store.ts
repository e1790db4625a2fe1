// Developer groups and their billing state in the records.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type GroupRecord = { group_id: string; display_name: string; create_ts: number };
/** The billing state as JSON, with the revision of its last change. */
export type BillingRecord = { billing: string; billing_revision: number };

export type GroupStore = {
  list(): GroupRecord[];
  has(group_id: string): boolean;
  newestRevision(): number;
  insert(group: GroupRecord & { revision: number }): void;
  billing(group_id: string): BillingRecord | undefined;
  setBilling(group_id: string, state: BillingRecord): void;
};

export function createGroupStore(db: Database): GroupStore {
  const list = query<GroupRecord>(
    db,
    'SELECT group_id, display_name, create_ts FROM groups ORDER BY create_ts, group_id',
  );
  const has = query(db, 'SELECT 1 FROM groups WHERE group_id = ?');
  const newest = query<{ revision: number }>(db, 'SELECT coalesce(max(revision), 0) AS revision FROM groups');
  const insert = command(
    db,
    'INSERT INTO groups (group_id, display_name, create_ts, revision, billing_revision) VALUES (?, ?, ?, ?, ?)',
  );
  const billing = query<BillingRecord>(db, 'SELECT billing, billing_revision FROM groups WHERE group_id = ?');
  const setBilling = command(db, 'UPDATE groups SET billing = ?, billing_revision = ? WHERE group_id = ?');
  return {
    list: () => list.all(),
    has: (group_id) => has.one(group_id) !== undefined,
    newestRevision: () => newest.one()?.revision ?? 0,
    insert: (group) => insert(group.group_id, group.display_name, group.create_ts, group.revision, group.revision),
    billing: (group_id) => billing.one(group_id),
    setBilling: (group_id, state) => setBilling(state.billing, state.billing_revision, group_id),
  };
}
