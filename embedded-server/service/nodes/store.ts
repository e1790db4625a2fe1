// What servers on nodes belong to, by name. Rows in, values out; no rules.
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { VersionConfig } from '../../../src-shared/service/versions.ts';
import type { Database } from '../../platform/storage/database.ts';
import { readResources } from '../../platform/storage/resources-column.ts';
import { query } from '../../platform/storage/statement.ts';

type Names = { game: string; namespace: string; version: string | null };
type Row = Names & { config: string | null; resources: string | null };
/** With what its version asks for, and its build. */
export type Belongings = Names & { ofVersion: VersionConfig['resources']; ofBuild: Resources | undefined };
export type BelongingsStore = ReturnType<typeof createBelongingsStore>;

export function createBelongingsStore(db: Database) {
  const one = query<Row>(
    db,
    `SELECT g.display_name AS game, n.display_name AS namespace, v.display_name AS version, v.config AS config, b.resources AS resources
     FROM namespaces n JOIN games g USING (game_id) LEFT JOIN versions v ON v.version_id = ?2
       LEFT JOIN builds b ON b.build_id = ?3 WHERE n.namespace_id = ?1`,
  );
  return (namespace_id: string, version_id: string | null, build_id: string): Belongings | undefined => {
    const row = one.one(namespace_id, version_id, build_id);
    if (row === undefined) return undefined;
    const { config, resources, ...names } = row;
    return { ...names, ofVersion: resourcesIn(config), ofBuild: readResources(resources) };
  };
}

function resourcesIn(config: string | null): VersionConfig['resources'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only versions that were checked are written
  return config === null ? undefined : (JSON.parse(config) as VersionConfig).resources;
}
