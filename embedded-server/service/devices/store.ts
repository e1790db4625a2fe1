// Completed device links in the records. A link that nobody completed is nowhere but in its own token.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type LinkRecord = {
  link_id: string;
  revision: number;
  expire_ts: number;
  /** The cloud token, sealed, until it is fetched or the link is too old. */
  sealed_token: Uint8Array | null;
  /** Whether a person said no to who waits for it. */
  refused: number;
};

export type LinkStore = ReturnType<typeof createLinkStore>;

const LINK = 'link_id, revision, expire_ts, sealed_token, refused';

export function createLinkStore(db: Database) {
  const one = query<LinkRecord>(db, `SELECT ${LINK} FROM device_links WHERE link_id = ?`);
  const expired = query(db, 'SELECT 1 FROM device_links WHERE expire_ts <= ? LIMIT 1');
  const insert = command(db, `INSERT INTO device_links (${LINK}) VALUES (?, ?, ?, ?, ?)`);
  const forgetToken = command(db, 'UPDATE device_links SET sealed_token = NULL WHERE link_id = ?');
  const removeExpired = command(db, 'DELETE FROM device_links WHERE expire_ts <= ?');
  return {
    one: (link_id: string) => one.one(link_id),
    hasExpired: (now: number) => expired.one(now) !== undefined,
    insert: (link: LinkRecord) => insert(link.link_id, link.revision, link.expire_ts, link.sealed_token, link.refused),
    forgetToken: (link_id: string) => forgetToken(link_id),
    removeExpired: (now: number) => removeExpired(now),
  };
}
