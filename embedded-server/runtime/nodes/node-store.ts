// What is known of the nodes of a fleet, in the records: so that a lost one has a name after a restart, and a drain goes on. Rows in,
// rows out; no rules.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';
import type { FleetNode } from '../fleet/fleet-driver.ts';

/** `seen_ts`: when it last answered its engine. `drain_end_ts`: when what is left on it ends. */
export type NodeRecord = Omit<FleetNode, 'state'> & {
  seen_ts: number;
  lost_ts: number | null;
  drain_ts: number | null;
  drain_end_ts: number | null;
};
export type NodeStore = ReturnType<typeof createNodeStore>;

type Row = Pick<NodeRecord, 'node_id' | 'seen_ts' | 'lost_ts' | 'drain_ts' | 'drain_end_ts'> & { node: string };
const COLUMNS = 'node_id, node, seen_ts, lost_ts, drain_ts, drain_end_ts';

export function createNodeStore(db: Database) {
  const list = query<Row>(db, `SELECT ${COLUMNS} FROM nodes ORDER BY node_id`);
  const put = command(db, `INSERT OR REPLACE INTO nodes (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`);
  const remove = command(db, 'DELETE FROM nodes WHERE node_id = ?');
  const write = ({ node_id, seen_ts: seen, lost_ts: lost, drain_ts: begun, drain_end_ts: end, ...node }: NodeRecord) =>
    put(node_id, JSON.stringify(node), seen, lost, begun, end);
  return {
    list: () => list.all().map(open),
    put: (node: NodeRecord): void => db.change(() => write(node)),
    /** What a power cut may take: the next look finds it again. */
    note: (nodes: readonly NodeRecord[], gone: readonly string[]): void => {
      if (nodes.length + gone.length === 0) return;
      db.changeLazily(() => {
        for (const node of nodes) write(node);
        for (const node_id of gone) remove(node_id);
      });
    },
  };
}

function open({ node, ...row }: Row): NodeRecord {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes this column
  return { ...row, ...(JSON.parse(node) as Pick<NodeRecord, 'name' | 'address' | 'region' | 'capacity'>) };
}
