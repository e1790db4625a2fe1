// What was set on namespaces over time: their limits and how they keep servers, numbered per namespace without gaps.
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type Settings = MatchmakerConfig & HostingPolicy;
type Row = { number: number; settings: string };
export type SettingsStore = ReturnType<typeof createSettingsStore>;

export function createSettingsStore(db: Database) {
  const newest = query<Row>(
    db,
    'SELECT number, settings FROM namespace_settings WHERE namespace_id = ? ORDER BY number DESC LIMIT 1',
  );
  const one = query<Row>(db, 'SELECT number, settings FROM namespace_settings WHERE namespace_id = ? AND number = ?');
  const at = query<Row>(
    db,
    `SELECT number, settings FROM namespace_settings WHERE namespace_id = ? AND set_ts <= ?
     ORDER BY set_ts DESC, number DESC LIMIT 1`,
  );
  const insert = command(
    db,
    'INSERT INTO namespace_settings (namespace_id, number, set_ts, settings, origin) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    /** Writes what is set now unless it is written already, and answers its number. Call it inside a change. */
    note: (namespace_id: string, settings: Settings, { at: moment, origin }: { at: number; origin: string | null }) => {
      const text = JSON.stringify(plain(settings));
      const last = newest.one(namespace_id);
      if (last?.settings === text) return last.number;
      const number = (last?.number ?? 0) + 1;
      insert(namespace_id, number, moment, text, origin);
      return number;
    },
    one: (namespace_id: string, number: number) => opened(one.one(namespace_id, number)),
    /** What was set at a moment; undefined for one before anything was written. */
    at: (namespace_id: string, moment: number) => opened(at.one(namespace_id, moment)),
  };
}

/** In the order of the step that wrote the first ones, so that the same settings are the same text. */
function plain(s: Settings): Settings {
  const { lobby_count_max, max_players, server_count, on_version_switch, drain_limit, restart } = s;
  return { lobby_count_max, max_players, server_count, on_version_switch, drain_limit, restart };
}

function opened(row: Row | undefined): Settings | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes this column, and the step before it
  return row === undefined ? undefined : (JSON.parse(row.settings) as Settings);
}
