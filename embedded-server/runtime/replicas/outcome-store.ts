// How deployments went, in the records: of each switch in the history, and of each version on each namespace. Rows in, rows out.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

/** A version on a namespace. */
export type Deployed = { namespace_id: string; version_id: string };
/** The version to go back to, with how long it could be joined on this namespace. */
export type LastGood = { version_id: string; ran_ms: number; ran_well: boolean };
/** What came to pass of a deployment since it was last written. */
export type Progress = { ran_ms: number; served: boolean };
export type OutcomeStore = ReturnType<typeof createOutcomeStore>;

/** A version ran well when it ran this long without a crash loop, and somebody played or it told that it is well. */
export const RAN_WELL_MS = 300_000;

/** Its build is still there, so it can run again. */
const CAN_RUN = `EXISTS (SELECT 1 FROM versions v JOIN builds b ON b.build_id = json_extract(v.config, '$.build')
  WHERE v.version_id = o.version_id AND b.refusal IS NULL)`;
const OTHERS = `FROM version_outcomes o WHERE o.namespace_id = ?1
  AND o.version_id <> (SELECT version_id FROM namespaces WHERE namespace_id = ?1) AND ${CAN_RUN}`;

/** `deployed` and `crashes` decide between two, and are nobody else's business. */
type Candidate = Omit<LastGood, 'ran_well'> & { deployed: number; crashes: number };

export function createOutcomeStore(db: Database) {
  const ranWell = query<Candidate>(
    db,
    `SELECT version_id, ran_ms, deployed, crashes ${OTHERS} AND ran_ms >= ${RAN_WELL_MS} AND served = 1 ORDER BY deployed DESC LIMIT 1`,
  );
  // Of those that ran long enough the newest, though nobody is known to have played; else the one that ran longest.
  const ranClean = `SELECT version_id, ran_ms, deployed, crashes ${OTHERS} AND ran_ms > 0 AND crashes = 0 AND spoiled = 0`;
  const ranLong = query<Candidate>(db, `${ranClean} AND ran_ms >= ${RAN_WELL_MS} ORDER BY deployed DESC LIMIT 1`);
  const ranLongest = query<Candidate>(db, `${ranClean} ORDER BY ran_ms DESC, deployed DESC LIMIT 1`);
  // Where nothing of a namespace ever ran here, its history is all there is to go by. A version of which a server was started here ran
  // nowhere else: what never listened is none to go back to.
  const deployed = query<Candidate>(
    db,
    `SELECT version_id, ran_ms, deployed, crashes FROM version_outcomes o WHERE namespace_id = ?1 AND spoiled = 0 AND deployed > 0
     AND version_id <> (SELECT version_id FROM namespaces WHERE namespace_id = ?1)
     AND NOT EXISTS (SELECT 1 FROM servers s WHERE s.namespace_id = ?1 AND s.version_id = o.version_id)
     AND NOT EXISTS (SELECT 1 FROM version_outcomes r WHERE r.namespace_id = ?1 AND (r.ran_ms > 0 OR r.crashes > 0))
     ORDER BY deployed DESC LIMIT 1`,
  );
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
    /**
     * Never one that crashed in a loop or was rolled back; nothing where none is left. Before one that ran well but crashed at times
     * goes a newer one that ran as long without a crash, though nobody is known to have played on it.
     */
    lastGood: (namespace_id: string): LastGood | undefined => {
      const good = ranWell.one(namespace_id);
      if (good?.crashes === 0) return toldAs(good, true);
      const clean = ranLong.one(namespace_id);
      if (good !== undefined && !isNewer(clean, good)) return toldAs(good, true);
      const other = clean ?? ranLongest.one(namespace_id) ?? deployed.one(namespace_id);
      return other && toldAs(other, false);
    },
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

function isNewer(one: Candidate | undefined, other: Candidate): boolean {
  return one !== undefined && one.deployed > other.deployed;
}

function toldAs({ version_id, ran_ms }: Candidate, ran_well: boolean): LastGood {
  return { version_id, ran_ms, ran_well };
}
