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
  const settingsOf = (game_id: string, version_id: string): VersionConfig | undefined => {
    const found = version.one(version_id, game_id);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only versions that were checked are written
    return found === undefined ? undefined : (JSON.parse(found.config) as VersionConfig);
  };
  const ofVersion = (game_id: string, version_id: string | null) => {
    if (version_id === null) return { versionName: undefined, settings: undefined };
    return { versionName: version.one(version_id, game_id)?.display_name, settings: settingsOf(game_id, version_id) };
  };
  return {
    namespace: (namespace_id: string) => namespace.one(namespace_id),
    /** The namespaces that keep servers of a version with a build. */
    keeping: () => keeping.all().map(({ namespace_id: id }) => id),
    ...holding(db),
    versionName: (game_id: string, version_id: string) => version.one(version_id, game_id)?.display_name,
    /** The build that a version runs, if its bytes are here. */
    buildOf: (game_id: string, version_id: string): string | undefined => {
      const build = settingsOf(game_id, version_id)?.build;
      return build !== undefined && isComplete.one(build) !== undefined ? build : undefined;
    },
    of: (server: ServerRecord): RunContext => {
      const place = namespace.one(server.namespace_id);
      const { version_id, game_id } = server;
      return {
        namespaceName: place?.name_id ?? '',
        ...ofVersion(game_id, version_id),
        regionName: regionName(server.datacenter_id) ?? server.datacenter_id,
        maxPlayers: place?.max_players ?? 0,
        serverCount: place?.server_count ?? 0,
      };
    },
  };
}

function holding(db: Database) {
  const suppressReplica = command(db, 'UPDATE namespaces SET held_back = held_back + ? WHERE namespace_id = ?');
  const release = command(db, 'UPDATE namespaces SET held_back = 0 WHERE namespace_id = ?');
  return {
    suppressReplica: (namespace_id: string, count: number): void =>
      db.changeSurely(() => suppressReplica(count, namespace_id)),
    release: (namespace_id: string): void => db.change(() => release(namespace_id)),
  };
}
