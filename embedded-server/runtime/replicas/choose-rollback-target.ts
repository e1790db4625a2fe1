// Chooses the version that a namespace is rolled back to, by how the versions that ran there went.
import { RAN_WELL_MS } from '../../../src-shared/servers/trouble-spans.ts';
import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';

/** The version to go back to, with how long it could be joined on this namespace. */
export type LastGood = { version_id: string; ran_ms: number; ran_well: boolean };

/** Its build is still there, so it can run again. */
const CAN_RUN = `EXISTS (SELECT 1 FROM versions v JOIN builds b ON b.build_id = json_extract(v.config, '$.build')
  WHERE v.version_id = o.version_id AND b.refusal IS NULL)`;
const OTHERS = `FROM version_outcomes o WHERE o.namespace_id = ?1
  AND o.version_id <> (SELECT version_id FROM namespaces WHERE namespace_id = ?1) AND ${CAN_RUN}`;

/** `deployed` and `crashes` decide between two, and are nobody else's business. */
type Candidate = Omit<LastGood, 'ran_well'> & { deployed: number; crashes: number };

/**
 * Never one that crashed in a loop or was rolled back; nothing where none is left. Before one that ran well but crashed at times
 * goes a newer one that ran as long without a crash, though nobody is known to have played on it.
 */
export function createRollbackChoice(db: Database): (namespace_id: string) => LastGood | undefined {
  // A version ran well when it ran long enough since its last crash loop, and somebody played or it told that it is well: a loop or a
  // rollback sets both back to nothing (`spoil` in outcome-store.ts). The history judges one deployment as a whole, see moments.ts.
  const ranWell = query<Candidate>(
    db,
    `SELECT version_id, ran_ms, deployed, crashes ${OTHERS} AND ran_ms >= ${RAN_WELL_MS} AND served = 1 ORDER BY deployed DESC LIMIT 1`,
  );
  // Of those that ran long enough the newest, though nobody is known to have played; else the one that ran longest.
  const ranClean = `SELECT version_id, ran_ms, deployed, crashes ${OTHERS} AND ran_ms > 0 AND crashes = 0 AND spoiled = 0`;
  const ranLong = query<Candidate>(db, `${ranClean} AND ran_ms >= ${RAN_WELL_MS} ORDER BY deployed DESC LIMIT 1`);
  const ranLongest = query<Candidate>(db, `${ranClean} ORDER BY ran_ms DESC, deployed DESC LIMIT 1`);
  // What crashed now and then before it had run for long is better than nothing, and a person looks at what is offered.
  const ranAtAll = query<Candidate>(
    db,
    `SELECT version_id, ran_ms, deployed, crashes ${OTHERS} AND ran_ms > 0 AND spoiled = 0 ORDER BY deployed DESC LIMIT 1`,
  );
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
  return (namespace_id) => {
    const good = ranWell.one(namespace_id);
    if (good?.crashes === 0) return lastGoodOf(good, true);
    const clean = ranLong.one(namespace_id);
    if (good !== undefined && !isNewer(clean, good)) return lastGoodOf(good, true);
    const other = clean ?? ranLongest.one(namespace_id) ?? ranAtAll.one(namespace_id) ?? deployed.one(namespace_id);
    return other && lastGoodOf(other, false);
  };
}

function isNewer(one: Candidate | undefined, other: Candidate): boolean {
  return one !== undefined && one.deployed > other.deployed;
}

function lastGoodOf({ version_id, ran_ms }: Candidate, ran_well: boolean): LastGood {
  return { version_id, ran_ms, ran_well };
}
