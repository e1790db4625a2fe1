// One namespace in the records: its names, limits and hosting policy. Rows in, rows out; no rules.
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';
import { LAST_DEPLOY, type NamespaceRecord } from '../games/store.ts';

/** A namespace with everything that is set on it. */
export type WholeNamespace = NamespaceRecord & MatchmakerConfig & HostingPolicy;
export type NamespaceStore = ReturnType<typeof createNamespaceStore>;

const WHOLE = `namespace_id, game_id, name_id, display_name, create_ts, version_id, position, ${LAST_DEPLOY}, lobby_count_max, max_players,
  server_count, on_version_switch, drain_limit, restart`;

export function createNamespaceStore(db: Database) {
  const one = query<WholeNamespace>(db, `SELECT ${WHOLE} FROM namespaces WHERE namespace_id = ? AND game_id = ?`);
  const nameTaken = query(db, 'SELECT 1 FROM namespaces WHERE game_id = ? AND name_id = ?');
  const rename = command(db, 'UPDATE namespaces SET display_name = ?, name_id = ? WHERE namespace_id = ?');
  // Whatever is set now, no place of a server that a person stopped is held free any more.
  const askAnew = (columns: string) =>
    command(db, `UPDATE namespaces SET ${columns}, held_back = 0 WHERE namespace_id = ?`);
  const setLimits = askAnew('lobby_count_max = ?, max_players = ?');
  const setVersion = askAnew('version_id = ?');
  const setHosting = askAnew('server_count = ?, on_version_switch = ?, drain_limit = ?, restart = ?');
  const setPosition = command(db, 'UPDATE namespaces SET position = ? WHERE namespace_id = ?');
  const remove = command(db, 'DELETE FROM namespaces WHERE namespace_id = ?');
  return {
    one: (game_id: string, namespace_id: string) => one.one(namespace_id, game_id),
    isNameTaken: (game_id: string, name_id: string) => nameTaken.one(game_id, name_id) !== undefined,
    rename: (namespace_id: string, names: { display_name: string; name_id: string }) =>
      rename(names.display_name, names.name_id, namespace_id),
    setLimits: (namespace_id: string, limits: MatchmakerConfig) =>
      setLimits(limits.lobby_count_max, limits.max_players, namespace_id),
    setVersion: (namespace_id: string, version_id: string) => setVersion(version_id, namespace_id),
    setHosting: (namespace_id: string, policy: HostingPolicy) =>
      setHosting(policy.server_count, policy.on_version_switch, policy.drain_limit, policy.restart, namespace_id),
    setPosition: (namespace_id: string, position: number | null) => setPosition(position, namespace_id),
    remove: (namespace_id: string) => remove(namespace_id),
  };
}
