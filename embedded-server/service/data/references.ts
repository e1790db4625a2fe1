// What must hold between records beyond what their tables enforce: one row per rule, each a query for what breaks it.
import type { Finding } from './damage-found.ts';

export type Rule = {
  about: Finding['about'];
  /** Answers `id` and `what` of each record that breaks the rule. */
  sql: string;
  sentence: (what: string) => string;
};

/** How a version, build or upload is called in a sentence. */
const VERSION = `v.version_id AS id, '"' || v.display_name || '" of game ' || v.game_id AS what`;
const BUILD = `b.build_id AS id, '"' || b.name || '" (' || b.build_id || ') of game ' || b.game_id AS what`;
const UPLOAD = `u.upload_id AS id, u.upload_id AS what`;
const PARTS = '(SELECT count(*) FROM upload_parts p WHERE p.upload_id = u.upload_id)';
const EVEN_CUT = 'max(1, (u.content_length + u.part_size - 1) / u.part_size)';
const CUT = `CASE WHEN u.cut IS NULL THEN ${EVEN_CUT} WHEN json_valid(u.cut) THEN json_array_length(u.cut) END`;
const CONFIG_BUILD = `CASE WHEN json_valid(v.config) THEN json_extract(v.config, '$.build') END`;

export const rules: readonly Rule[] = [
  {
    about: 'version',
    sql: `SELECT ${VERSION} FROM versions v JOIN builds b ON b.build_id = ${CONFIG_BUILD}
          JOIN uploads u USING (upload_id) WHERE b.game_id <> v.game_id OR u.complete_ts IS NULL OR b.refusal IS NOT NULL`,
    sentence: (what) => `Version ${what} runs a build that is not complete, or is of another game.`,
  },
  {
    about: 'build',
    sql: `SELECT ${BUILD} FROM builds b JOIN uploads u USING (upload_id)
          WHERE (u.complete_ts IS NULL OR b.refusal IS NOT NULL) <> (b.version_id IS NULL)`,
    sentence: (what) => `Build ${what} is complete without a version, or has one without being complete.`,
  },
  {
    about: 'build',
    sql: `SELECT ${BUILD} FROM builds b JOIN versions v USING (version_id)
          WHERE v.game_id <> b.game_id OR ${CONFIG_BUILD} IS NOT b.build_id`,
    sentence: (what) => `Build ${what} and the version it became do not name each other.`,
  },
  {
    about: 'build',
    sql: `SELECT ${BUILD} FROM builds b JOIN uploads u USING (upload_id)
          WHERE u.kind <> 'build' OR u.game_id <> b.game_id`,
    sentence: (what) => `Build ${what} has the upload of something else.`,
  },
  {
    about: 'upload',
    sql: `SELECT ${UPLOAD} FROM uploads u WHERE u.kind = 'build'
          AND NOT EXISTS (SELECT 1 FROM builds b WHERE b.upload_id = u.upload_id)`,
    sentence: (what) => `Upload ${what} is for a build that is not there.`,
  },
  {
    about: 'upload',
    sql: `SELECT ${UPLOAD} FROM uploads u
          WHERE (u.complete_ts IS NOT NULL AND u.sha256 IS NULL)
          OR (u.sha256 IS NOT NULL AND u.object IS NULL AND ${PARTS} <> (${CUT}))
          OR EXISTS (SELECT 1 FROM upload_parts p WHERE p.upload_id = u.upload_id AND p.number > (${CUT}))`,
    sentence: (what) => `The parts that are recorded of upload ${what} do not cover its file as they should.`,
  },
  {
    about: 'upload',
    sql: `SELECT ${UPLOAD} FROM uploads u JOIN upload_parts p USING (upload_id)
          WHERE ${CUT} = 1 AND u.sha256 IS NOT NULL AND lower(hex(p.digest)) <> u.sha256`,
    sentence: (what) => `Upload ${what} has one part, and its digest is not that of the whole.`,
  },
  ...(['logo', 'banner'] as const).map((kind) => ({
    about: 'picture' as const,
    sql: `SELECT g.game_id AS id, '"' || g.display_name || '" (' || g.game_id || ')' AS what FROM games g
          JOIN uploads u ON u.upload_id = g.${kind}_upload_id
          WHERE u.kind <> '${kind}' OR u.game_id <> g.game_id OR u.complete_ts IS NULL`,
    sentence: (what: string) => `The ${kind} of game ${what} is not a finished ${kind} of that game.`,
  })),
  {
    about: 'records',
    sql: `SELECT n.namespace_id AS id, n.name_id || ' of game ' || n.game_id AS what FROM namespaces n
          JOIN versions v USING (version_id) WHERE v.game_id <> n.game_id`,
    sentence: (what) => `Namespace ${what} runs a version of another game.`,
  },
  {
    about: 'records',
    sql: `SELECT h.namespace_id AS id, h.namespace_id AS what FROM version_history h JOIN namespaces n USING (namespace_id)
          JOIN versions v ON v.version_id = h.version_id GROUP BY h.namespace_id
          HAVING count(*) <> max(h.number) OR max(v.game_id <> n.game_id)`,
    sentence: (what) => `The version history of namespace ${what} has gaps, or versions of another game.`,
  },
  {
    about: 'records',
    sql: `SELECT 'revision' AS id, value AS what FROM revision WHERE value < (SELECT max(r) FROM (
          SELECT max(revision) AS r FROM games UNION ALL SELECT max(revision) FROM groups
          UNION ALL SELECT max(billing_revision) FROM groups UNION ALL SELECT max(builds_revision) FROM namespaces
          UNION ALL SELECT max(revision) FROM builds UNION ALL SELECT max(servers_revision) FROM namespaces
          UNION ALL SELECT max(revision) FROM servers UNION ALL SELECT max(sequence) FROM versions))
          OR (SELECT count(*) FROM revision) <> 1`,
    sentence: (what) => `The revision counter stands at ${what}, behind a record that it has numbered.`,
  },
];

/** No damage: a build may be deleted while a version that ran it stays in the game's history. */
export const deletedBuilds = `SELECT ${VERSION} FROM versions v WHERE ${CONFIG_BUILD} IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM builds b WHERE b.build_id = ${CONFIG_BUILD})`;
