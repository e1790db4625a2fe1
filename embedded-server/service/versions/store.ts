// What the records know of one version beyond its line in the game.

import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';
import type { VersionRecord } from '../games/store.ts';

/** A version with its settings as JSON. */
export type WholeVersion = VersionRecord & { sequence: number; config: string };
export type VersionStore = ReturnType<typeof createVersionStore>;

export function createVersionStore(db: Database) {
  const one = query<WholeVersion>(
    db,
    `SELECT version_id, game_id, display_name, create_ts, crashes, last_crash_ts, failed_starts, sequence, config FROM versions
     WHERE version_id = ? AND game_id = ?`,
  );
  const nameTaken = query(db, 'SELECT 1 FROM versions WHERE game_id = ? AND display_name = ?');
  return {
    one: (game_id: string, version_id: string) => one.one(version_id, game_id),
    isNameTaken: (game_id: string, display_name: string) => nameTaken.one(game_id, display_name) !== undefined,
  };
}
