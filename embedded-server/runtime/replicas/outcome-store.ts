// How deployments went, in the records: of each switch in the history, and of each version on each namespace. Rows in, rows out.
import { RAN_WELL_MS } from '../../../src-shared/servers/trouble-spans.ts';
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';
import { createRollbackChoice } from './choose-rollback-target.ts';

/** A version on a namespace. */
export type Deployed = { namespace_id: string; version_id: string };
/** What came to pass of a deployment since it was last written. */
export type Progress = { ran_ms: number; served: boolean };
export type OutcomeStore = ReturnType<typeof createOutcomeStore>;

export function createOutcomeStore(db: Database) {
  const known = query<{ deployed: number }>(
    db,
    'SELECT deployed FROM version_outcomes WHERE namespace_id = ? AND version_id = ?',
  );
  const begin = command(
    db,
    `INSERT OR IGNORE INTO version_outcomes (namespace_id, version_id, deployed)
     SELECT n.namespace_id, n.version_id, (SELECT coalesce(max(number), 0) FROM version_history WHERE namespace_id = ?1)
     FROM namespaces n WHERE n.namespace_id = ?1 AND n.version_id = ?2`,
  );
  const deploy = command(
    db,
    `INSERT INTO version_outcomes (namespace_id, version_id, deployed) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET deployed = excluded.deployed`,
  );
  const ofVersion = 'WHERE namespace_id = ?1 AND version_id = ?2';
  const ofSwitch = `WHERE namespace_id = ?1 AND number = (SELECT deployed FROM version_outcomes ${ofVersion})`;
  const spoil = command(db, `UPDATE version_outcomes SET spoiled = 1, ran_ms = 0, served = 0 ${ofVersion}`);
  const crashed = command(db, `UPDATE version_outcomes SET crashes = crashes + 1 ${ofVersion}`);
  const crashedThen = command(
    db,
    `UPDATE version_history SET crashes = coalesce(crashes, 0) + 1, looped = max(coalesce(looped, 0), ?3) ${ofSwitch}`,
  );
  const failed = command(db, 'UPDATE versions SET failed_starts = failed_starts + 1 WHERE version_id = ?');
  // What is not known of a deployment that is older than these counts stays so.
  const failedThen = command(db, `UPDATE version_history SET failed_starts = failed_starts + 1 ${ofSwitch}`);
  const progress = command(
    db,
    `UPDATE version_outcomes SET ran_ms = ran_ms + ?3, served = max(served, ?4),
     spoiled = CASE WHEN ran_ms + ?3 >= ${RAN_WELL_MS} THEN 0 ELSE spoiled END ${ofVersion}`,
  );
  const progressThen = command(
    db,
    `UPDATE version_history SET ran_ms = coalesce(ran_ms, 0) + ?3, served = max(coalesce(served, 0), ?4) ${ofSwitch}`,
  );
  const mark = (table: 'versions' | 'builds', key: string) =>
    command(db, `UPDATE ${table} SET crashes = crashes + 1, last_crash_ts = ? WHERE ${key} = ?`);
  const markVersion = mark('versions', 'version_id');
  const markBuild = mark('builds', 'build_id');
  const setBuildsRevision = command(
    db,
    'UPDATE namespaces SET builds_revision = ? WHERE namespace_id = (SELECT namespace_id FROM builds WHERE build_id = ?)',
  );
  const buildPlace = query<{ namespace_id: string }>(db, 'SELECT namespace_id FROM builds WHERE build_id = ?');
  return {
    /** What its namespace is rolled back to. */
    lastGood: createRollbackChoice(db),
    isKnown: ({ namespace_id, version_id }: Deployed) => known.one(namespace_id, version_id) !== undefined,
    /** Of the version that its namespace runs; of another one that was never deployed there nothing is kept. */
    begin: ({ namespace_id, version_id }: Deployed) => begin(namespace_id, version_id),
    deploy: ({ namespace_id, version_id }: Deployed, number: number) => deploy(namespace_id, version_id, number),
    spoil: ({ namespace_id, version_id }: Deployed) => spoil(namespace_id, version_id),
    crash: ({ namespace_id, version_id }: Deployed, isLoop: boolean): void => {
      crashed(namespace_id, version_id);
      crashedThen(namespace_id, version_id, Number(isLoop));
      if (isLoop) spoil(namespace_id, version_id);
    },
    /** A server of it did not start. */
    failedStart: ({ namespace_id, version_id }: Deployed): void => {
      failed(version_id);
      failedThen(namespace_id, version_id);
    },
    progress: ({ namespace_id, version_id }: Deployed, { ran_ms, served }: Progress): void => {
      progress(namespace_id, version_id, ran_ms, Number(served));
      progressThen(namespace_id, version_id, ran_ms, Number(served));
    },
    markVersion: (version_id: string, at: number) => markVersion(at, version_id),
    /** Moves what watchers of its namespace's builds see as well. */
    markBuild: (build_id: string, at: number, revision: number): void => {
      markBuild(at, build_id);
      setBuildsRevision(revision, build_id);
    },
    namespaceOfBuild: (build_id: string) => buildPlace.one(build_id)?.namespace_id,
  };
}
