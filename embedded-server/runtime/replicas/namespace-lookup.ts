// What hosting has to know of namespaces and versions: what they are called, what they run, which keep servers.
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import type { VersionConfig } from '../../../src-shared/service/versions.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { RunContext } from '../server-runs/run-dependencies.ts';

/** `held_back`: how many places of the servers that it keeps stay free until something new is asked of it. */
export type HostedNamespace = MatchmakerConfig &
  HostingPolicy & { namespace_id: string; game_id: string; name_id: string; version_id: string; held_back: number };
export type NamespaceLookup = ReturnType<typeof createNamespaceLookup>;

export function createNamespaceLookup(db: Database, regionName: (regionId: string) => string | undefined) {
  const namespace = query<HostedNamespace>(
    db,
    `SELECT namespace_id, game_id, name_id, version_id, lobby_count_max, max_players, server_count, on_version_switch,
     drain_limit, restart, held_back FROM namespaces WHERE namespace_id = ?`,
  );
  const version = query<{ display_name: string; config: string }>(
    db,
    'SELECT display_name, config FROM versions WHERE version_id = ? AND game_id = ?',
  );
  const isComplete = query(
    db,
    'SELECT 1 FROM builds JOIN uploads USING (upload_id) WHERE build_id = ? AND complete_ts IS NOT NULL',
  );
  const keeping = query<{ namespace_id: string }>(
    db,
    `SELECT namespace_id FROM namespaces JOIN versions USING (version_id)
     WHERE server_count > 0 AND json_extract(config, '$.build') IS NOT NULL`,
  );
  const settingsOf = (gameId: string, versionId: string): VersionConfig | undefined => {
    const found = version.one(versionId, gameId);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only versions that were checked are written
    return found === undefined ? undefined : (JSON.parse(found.config) as VersionConfig);
  };
  return {
    namespace: (namespaceId: string) => namespace.one(namespaceId),
    /** The namespaces that keep servers of a version with a build. */
    keeping: () => keeping.all().map(({ namespace_id: id }) => id),
    ...holding(db),
    /** The build that a version runs, if its bytes are here. */
    buildOf: (gameId: string, versionId: string): string | undefined => {
      const build = settingsOf(gameId, versionId)?.build;
      return build !== undefined && isComplete.one(build) !== undefined ? build : undefined;
    },
    of: (server: ServerRecord): RunContext => {
      const place = namespace.one(server.namespace_id);
      const { version_id: versionId, game_id: gameId } = server;
      const known = versionId === null ? undefined : version.one(versionId, gameId);
      const settings = versionId === null ? undefined : settingsOf(gameId, versionId);
      return {
        namespaceName: place?.name_id ?? '',
        versionName: known?.display_name,
        regionName: regionName(server.datacenter_id) ?? server.datacenter_id,
        settings,
        maxPlayers: place?.max_players ?? 0,
      };
    },
  };
}

function holding(db: Database) {
  const suppressReplica = command(db, 'UPDATE namespaces SET held_back = held_back + ? WHERE namespace_id = ?');
  const release = command(db, 'UPDATE namespaces SET held_back = 0 WHERE namespace_id = ?');
  return {
    suppressReplica: (namespaceId: string, count: number): void =>
      db.changeSurely(() => suppressReplica(count, namespaceId)),
    release: (namespaceId: string): void => db.change(() => release(namespaceId)),
  };
}
