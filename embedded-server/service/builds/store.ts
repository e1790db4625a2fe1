// Builds in the records, each with how far its upload is.
import type { BuildCompression, BuildKind } from '../../../src-shared/service/builds.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { Database } from '../../platform/storage/database.ts';
import { writeResources } from '../../platform/storage/resources-column.ts';
import { writeSentence } from '../../platform/storage/sentence-column.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type BuildRecord = {
  build_id: string;
  game_id: string;
  namespace_id: string;
  upload_id: string;
  name: string;
  image_tag: string;
  kind: BuildKind;
  compression: BuildCompression;
  tags: string;
  create_ts: number;
  revision: number;
  version_id: string | null;
  idempotency_key: string | null;
  multipart: number;
  /** Why it cannot be run although all its bytes are in. */
  refusal: string | null;
  /** What its own slipway.json asks for, as `resources-column.ts` reads it. */
  resources: string | null;
};
/** A build with what its upload says. */
export type WholeBuild = BuildRecord & {
  content_length: number;
  sha256: string | null;
  complete_ts: number | null;
  crashes: number;
  last_crash_ts: number | null;
};
export type BuildStore = ReturnType<typeof createBuildStore>;

const COLUMNS = [
  'build_id, game_id, namespace_id, upload_id, name, image_tag, kind, compression, tags, create_ts, revision',
  'version_id, idempotency_key, multipart, refusal, resources',
].join(', ');
const WHOLE = `SELECT ${COLUMNS.split(', ')
  .map((column) => `b.${column}`)
  .join(', ')}, u.content_length, u.sha256, u.complete_ts,
  b.crashes, b.last_crash_ts FROM builds b JOIN uploads u USING (upload_id)`;

export function createBuildStore(db: Database) {
  const one = query<WholeBuild>(db, `${WHOLE} WHERE b.build_id = ?`);
  const list = query<WholeBuild>(db, `${WHOLE} WHERE b.namespace_id = ? ORDER BY b.create_ts DESC, b.revision DESC`);
  const byKey = query<WholeBuild>(db, `${WHOLE} WHERE b.namespace_id = ? AND b.idempotency_key = ?`);
  const byUpload = query<WholeBuild>(db, `${WHOLE} WHERE b.upload_id = ?`);
  const insert = command(db, `INSERT INTO builds (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const setVersion = command(db, 'UPDATE builds SET version_id = ? WHERE build_id = ?');
  const setRefusal = command(db, 'UPDATE builds SET refusal = ? WHERE build_id = ?');
  const setResources = command(db, 'UPDATE builds SET resources = ? WHERE build_id = ?');
  const setTags = command(db, 'UPDATE builds SET tags = ? WHERE build_id = ?');
  const remove = command(db, 'DELETE FROM builds WHERE build_id = ?');
  const revision = query<{ builds_revision: number }>(
    db,
    'SELECT builds_revision FROM namespaces WHERE namespace_id = ?',
  );
  const setRevision = command(db, 'UPDATE namespaces SET builds_revision = ? WHERE namespace_id = ?');
  const stranded = query<{ upload_id: string }>(
    db,
    `SELECT upload_id FROM builds WHERE version_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM namespaces n WHERE n.namespace_id = builds.namespace_id)`,
  );
  const runners = query<{ name_id: string }>(
    db,
    `SELECT n.name_id FROM namespaces n JOIN versions v USING (version_id)
     WHERE n.game_id = ? AND json_extract(v.config, '$.build') = ? ORDER BY n.name_id`,
  );
  return {
    one: (build_id: string) => one.one(build_id),
    list: (namespace_id: string) => list.all(namespace_id),
    byKey: (namespace_id: string, key: string) => byKey.one(namespace_id, key),
    byUpload: (upload_id: string) => byUpload.one(upload_id),
    insert: (b: BuildRecord) =>
      insert(
        b.build_id,
        b.game_id,
        b.namespace_id,
        b.upload_id,
        b.name,
        b.image_tag,
        b.kind,
        b.compression,
        b.tags,
        b.create_ts,
        b.revision,
        b.version_id,
        b.idempotency_key,
        b.multipart,
        b.refusal,
        b.resources,
      ),
    setVersion: (build_id: string, version_id: string) => setVersion(version_id, build_id),
    setRefusal: (build_id: string, refusal: Message) => setRefusal(writeSentence(refusal), build_id),
    setResources: (build_id: string, resources: Resources) => setResources(writeResources(resources), build_id),
    setTags: (build_id: string, tags: Record<string, string>) => setTags(JSON.stringify(tags), build_id),
    remove: (build_id: string) => remove(build_id),
    revision: (namespace_id: string) => revision.one(namespace_id)?.builds_revision ?? 0,
    /** The uploads of builds whose namespace is gone, and that became no version: nothing reaches them. */
    stranded: () => stranded.all().map((row) => row.upload_id),
    setRevision: (namespace_id: string, value: number) => setRevision(value, namespace_id),
    /** The namespaces whose version runs this build, by name. A version of another name may be made of it as well. */
    runners: (game_id: string, build_id: string) => runners.all(game_id, build_id).map((row) => row.name_id),
  };
}
