// Uploads and their received parts in the records.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type UploadKind = 'build' | 'logo' | 'banner';
export type UploadRecord = {
  upload_id: string;
  kind: UploadKind;
  game_id: string;
  path: string;
  content_length: number;
  part_size: number;
  create_ts: number;
  sha256: string | null;
  complete_ts: number | null;
  /** Its parts, where they are not all of one size. */
  cut: string | null;
  /** Where its parts are in an object store, as JSON; null where they are files of this service. */
  object: string | null;
};
export type PartRecord = { number: number; digest: Uint8Array };
export type UploadStore = ReturnType<typeof createUploadStore>;

const UPLOAD = 'upload_id, kind, game_id, path, content_length, part_size, create_ts, sha256, complete_ts, cut, object';

export function createUploadStore(db: Database) {
  const one = query<UploadRecord>(db, `SELECT ${UPLOAD} FROM uploads WHERE upload_id = ?`);
  const insert = command(db, `INSERT INTO uploads (${UPLOAD}) VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?)`);
  const parts = query<PartRecord>(db, 'SELECT number, digest FROM upload_parts WHERE upload_id = ? ORDER BY number');
  const part = query<PartRecord>(db, 'SELECT number, digest FROM upload_parts WHERE upload_id = ? AND number = ?');
  const count = query<{ received: number }>(db, 'SELECT count(*) AS received FROM upload_parts WHERE upload_id = ?');
  const setPart = command(db, 'INSERT OR REPLACE INTO upload_parts VALUES (?, ?, ?, ?)');
  const dropPart = command(db, 'DELETE FROM upload_parts WHERE upload_id = ? AND number = ?');
  const torn = query<{ number: number; bytes: number }>(db, 'SELECT number, bytes FROM torn_parts WHERE upload_id = ?');
  const tornOne = query<{ bytes: number }>(db, 'SELECT bytes FROM torn_parts WHERE upload_id = ? AND number = ?');
  const setTorn = command(db, 'INSERT OR REPLACE INTO torn_parts VALUES (?, ?, ?, ?)');
  const dropTorn = command(db, 'DELETE FROM torn_parts WHERE upload_id = ? AND number = ?');
  const setObject = command(db, 'UPDATE uploads SET object = ? WHERE upload_id = ?');
  const inObjects = query<UploadRecord>(
    db,
    `SELECT ${UPLOAD} FROM uploads WHERE sha256 = ?1 AND object IS NOT NULL AND complete_ts IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM uploads f WHERE f.sha256 = ?1 AND f.object IS NULL)
     ORDER BY complete_ts DESC, create_ts DESC LIMIT 1`,
  );
  const objectHashes = query<{ sha256: string }>(
    db,
    `SELECT DISTINCT sha256 FROM uploads u WHERE object IS NOT NULL AND complete_ts IS NOT NULL AND sha256 IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM uploads f WHERE f.sha256 = u.sha256 AND (f.object IS NULL OR f.complete_ts IS NULL))`,
  );
  const setHash = command(db, 'UPDATE uploads SET sha256 = ? WHERE upload_id = ?');
  const setComplete = command(db, 'UPDATE uploads SET complete_ts = ? WHERE upload_id = ?');
  const unfinished = query<UploadRecord>(db, `SELECT ${UPLOAD} FROM uploads WHERE complete_ts IS NULL`);
  const abandoned = query<{ upload_id: string }>(
    db,
    `SELECT upload_id FROM uploads WHERE complete_ts IS NULL AND create_ts < ?1
     AND NOT EXISTS (SELECT 1 FROM upload_parts p WHERE p.upload_id = uploads.upload_id AND p.receive_ts >= ?1)
     AND NOT EXISTS (SELECT 1 FROM torn_parts t WHERE t.upload_id = uploads.upload_id AND t.receive_ts >= ?1)`,
  );
  const remove = command(db, 'DELETE FROM uploads WHERE upload_id = ?');
  const users = query<{ users: number }>(db, 'SELECT count(*) AS users FROM uploads WHERE sha256 = ?');
  return {
    one: (upload_id: string) => one.one(upload_id),
    insert: (u: UploadRecord) =>
      insert(u.upload_id, u.kind, u.game_id, u.path, u.content_length, u.part_size, u.create_ts, u.cut, u.object),
    parts: (upload_id: string) => parts.all(upload_id),
    part: (upload_id: string, number: number) => part.one(upload_id, number),
    countParts: (upload_id: string) => count.one(upload_id)?.received ?? 0,
    /** Of a part that is in nothing is torn. */
    setPart: (upload_id: string, number: number, digest: Uint8Array, at: number) => {
      setPart(upload_id, number, digest, at);
      dropTorn(upload_id, number);
    },
    torn: (upload_id: string) => torn.all(upload_id),
    /** How much is kept of a part that broke off, where something is. */
    tornBytes: (upload_id: string, number: number) => tornOne.one(upload_id, number)?.bytes,
    setTorn: (upload_id: string, number: number, bytes: number, at: number) => setTorn(upload_id, number, bytes, at),
    dropTorn: (upload_id: string, number: number) => dropTorn(upload_id, number),
    dropPart: (upload_id: string, number: number) => dropPart(upload_id, number),
    setObject: (upload_id: string, object: string) => setObject(object, upload_id),
    /** The last finished one with these bytes, where only an object store keeps them: its object was checked last, so sending a build
     * again heals what happened to the object of an earlier one. */
    inObjects: (sha256: string) => inObjects.one(sha256),
    /** The hashes of all of those. */
    objectHashes: () => objectHashes.all().map(({ sha256 }) => sha256),
    setHash: (upload_id: string, sha256: string) => setHash(sha256, upload_id),
    setComplete: (upload_id: string, at: number) => setComplete(at, upload_id),
    unfinished: () => unfinished.all(),
    /** Unfinished ones that got nothing since then. */
    abandoned: (before: number) => abandoned.all(before).map((row) => row.upload_id),
    remove: (upload_id: string) => remove(upload_id),
    /** Also by an upload that is just being finished: its file may be the blob already. */
    isBlobUsed: (sha256: string) => (users.one(sha256)?.users ?? 0) > 0,
  };
}
