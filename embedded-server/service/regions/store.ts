// The regions that a person simulates, in the records.
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type SimulatedRegion = {
  region_id: string;
  name_id: string;
  display_name: string;
  conditions: NetworkConditions;
  create_ts: number;
};
export type RegionStore = ReturnType<typeof createRegionStore>;
type Row = Omit<SimulatedRegion, 'conditions'> & { conditions: string };

export function createRegionStore(db: Database) {
  const COLUMNS = 'region_id, name_id, display_name, conditions, create_ts';
  const list = query<Row>(db, `SELECT ${COLUMNS} FROM regions ORDER BY create_ts, region_id`);
  const insert = command(db, `INSERT INTO regions (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`);
  const remove = command(db, 'DELETE FROM regions WHERE region_id = ?');
  return {
    list: () => list.all().map(open),
    insert: (region: SimulatedRegion) =>
      insert(
        region.region_id,
        region.name_id,
        region.display_name,
        JSON.stringify(region.conditions),
        region.create_ts,
      ),
    remove: (regionId: string) => remove(regionId),
  };
}

function open(row: Row): SimulatedRegion {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes this column
  return { ...row, conditions: JSON.parse(row.conditions) as NetworkConditions };
}
