// What servers on nodes belong to, by name. Rows in, rows out; no rules.
import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';

export type Belongings = {
  game: string;
  namespace: string;
  version: string | null;
  config: string | null;
  resources: string | null;
};
export type BelongingsStore = ReturnType<typeof createBelongingsStore>;

export function createBelongingsStore(db: Database) {
  const one = query<Belongings>(
    db,
    `SELECT g.display_name AS game, n.display_name AS namespace, v.display_name AS version, v.config AS config, b.resources AS resources
     FROM namespaces n JOIN games g USING (game_id) LEFT JOIN versions v ON v.version_id = ?2
       LEFT JOIN builds b ON b.build_id = ?3 WHERE n.namespace_id = ?1`,
  );
  return (namespace_id: string, version_id: string | null, build_id: string) =>
    one.one(namespace_id, version_id, build_id);
}
