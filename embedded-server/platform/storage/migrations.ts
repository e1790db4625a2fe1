// The steps from one format of the records to the next. A step that has shipped is never edited; a new one is added.
import { outcomesSoFar, outcomeTables } from './outcomes-migration.ts';

/** Step n brings the records from format n to format n + 1. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE revision (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), value INTEGER NOT NULL) STRICT;
  INSERT INTO revision VALUES (1, 1);

  CREATE TABLE groups (
    group_id TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    create_ts INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE games (
    game_id TEXT PRIMARY KEY,
    name_id TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    developer_group_id TEXT NOT NULL REFERENCES groups (group_id),
    create_ts INTEGER NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX games_by_age ON games (create_ts, game_id);
  CREATE INDEX games_by_revision ON games (revision);

  CREATE TABLE versions (
    version_id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (game_id),
    display_name TEXT NOT NULL,
    create_ts INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX versions_by_age ON versions (game_id, create_ts, version_id);
  CREATE INDEX versions_by_name ON versions (game_id, display_name);

  CREATE TABLE namespaces (
    namespace_id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (game_id),
    name_id TEXT NOT NULL,
    display_name TEXT NOT NULL,
    create_ts INTEGER NOT NULL,
    version_id TEXT NOT NULL REFERENCES versions (version_id),
    UNIQUE (game_id, name_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX namespaces_by_name ON namespaces (game_id, display_name);
  `,
  `
  ALTER TABLE groups ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE groups ADD COLUMN billing TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE groups ADD COLUMN billing_revision INTEGER NOT NULL DEFAULT 1;

  -- Versions of one millisecond stay in the order they were made in.
  ALTER TABLE versions ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE versions ADD COLUMN config TEXT NOT NULL DEFAULT '{}';
  DROP INDEX versions_by_age;
  CREATE INDEX versions_by_age ON versions (game_id, create_ts, sequence, version_id);

  ALTER TABLE namespaces ADD COLUMN lobby_count_max INTEGER NOT NULL DEFAULT 128;
  ALTER TABLE namespaces ADD COLUMN max_players INTEGER NOT NULL DEFAULT 8;
  ALTER TABLE namespaces ADD COLUMN server_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE namespaces ADD COLUMN on_version_switch TEXT NOT NULL DEFAULT 'drain';
  ALTER TABLE namespaces ADD COLUMN drain_limit INTEGER NOT NULL DEFAULT 600000;
  ALTER TABLE namespaces ADD COLUMN restart TEXT NOT NULL DEFAULT 'back_off';

  -- Counted per namespace without gaps, so that an offset is a number to look up and not rows to walk over.
  CREATE TABLE version_history (
    namespace_id TEXT NOT NULL REFERENCES namespaces (namespace_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version_id TEXT NOT NULL REFERENCES versions (version_id),
    deploy_ts INTEGER NOT NULL,
    PRIMARY KEY (namespace_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE tokens (
    token_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('cloud', 'service')),
    name TEXT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (game_id) ON DELETE CASCADE,
    namespace_id TEXT REFERENCES namespaces (namespace_id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    create_ts INTEGER NOT NULL,
    last_used_ts INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_by_age ON tokens (game_id, create_ts, token_id);
  CREATE INDEX tokens_by_namespace ON tokens (namespace_id);

  CREATE TABLE device_links (
    link_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    expire_ts INTEGER NOT NULL,
    sealed_token BLOB
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX device_links_by_expiry ON device_links (expire_ts);
  `,
  `
  CREATE TABLE uploads (
    upload_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('build', 'logo', 'banner')),
    game_id TEXT NOT NULL REFERENCES games (game_id),
    path TEXT NOT NULL,
    content_length INTEGER NOT NULL,
    part_size INTEGER NOT NULL,
    create_ts INTEGER NOT NULL,
    -- The SHA-256 of the whole, known once all parts are in. The record becomes complete only after the file is in place.
    sha256 TEXT,
    complete_ts INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX uploads_unfinished ON uploads (create_ts) WHERE complete_ts IS NULL;
  CREATE INDEX uploads_by_blob ON uploads (sha256);

  -- The parts that are safely in, each with the SHA-256 of its bytes.
  CREATE TABLE upload_parts (
    upload_id TEXT NOT NULL REFERENCES uploads (upload_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    digest BLOB NOT NULL,
    receive_ts INTEGER NOT NULL,
    PRIMARY KEY (upload_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE builds (
    build_id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (game_id),
    -- No reference: a version made from a build goes on when the namespace it was uploaded to is gone.
    namespace_id TEXT NOT NULL,
    upload_id TEXT NOT NULL UNIQUE REFERENCES uploads (upload_id),
    name TEXT NOT NULL,
    image_tag TEXT NOT NULL,
    kind TEXT NOT NULL,
    compression TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '{}',
    create_ts INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    version_id TEXT REFERENCES versions (version_id),
    idempotency_key TEXT,
    multipart INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX builds_by_age ON builds (namespace_id, create_ts, revision);
  CREATE UNIQUE INDEX builds_by_key ON builds (namespace_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  -- What a watcher of a namespace's builds has seen; it moves on every change, also when a build goes.
  ALTER TABLE namespaces ADD COLUMN builds_revision INTEGER NOT NULL DEFAULT 0;

  ALTER TABLE games ADD COLUMN logo_upload_id TEXT REFERENCES uploads (upload_id);
  ALTER TABLE games ADD COLUMN banner_upload_id TEXT REFERENCES uploads (upload_id);
  `,
  `
  CREATE TABLE servers (
    server_id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (game_id),
    namespace_id TEXT NOT NULL REFERENCES namespaces (namespace_id) ON DELETE CASCADE,
    -- No references: a server that ended is still readable when its build or version is gone.
    build_id TEXT NOT NULL,
    version_id TEXT,
    datacenter_id TEXT NOT NULL,
    create_ts INTEGER NOT NULL,
    start_ts INTEGER,
    destroy_ts INTEGER,
    tags TEXT NOT NULL,
    -- What was asked for; then what it came to run with.
    wish TEXT NOT NULL,
    runtime TEXT NOT NULL,
    ports TEXT NOT NULL,
    cpu INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    kill_timeout INTEGER NOT NULL,
    kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
    state TEXT NOT NULL,
    problem TEXT,
    hint TEXT,
    exit TEXT,
    -- The process while it runs, so that a later start can tell what a crash left behind.
    pid INTEGER,
    identity TEXT,
    -- What was started, as a person would type it.
    command TEXT,
    revision INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX servers_by_age ON servers (namespace_id, create_ts, revision);
  CREATE INDEX servers_alive ON servers (namespace_id) WHERE destroy_ts IS NULL;
  ALTER TABLE namespaces ADD COLUMN servers_revision INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE regions (
    region_id TEXT PRIMARY KEY,
    name_id TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    conditions TEXT NOT NULL,
    create_ts INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The parts of an upload that takes over stretches of an earlier build, as JSON; the others have parts of one size.
  ALTER TABLE uploads ADD COLUMN cut TEXT;
  `,
  `
  -- How many places of the servers that a namespace keeps stay free until something new is asked of it, as a person stopped those.
  ALTER TABLE namespaces ADD COLUMN held_back INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Why a build whose bytes are all in cannot be run, as JSON. It became no version.
  ALTER TABLE builds ADD COLUMN refusal TEXT;
  `,
  outcomeTables + outcomesSoFar,
  `
  -- Parts that broke off and go on later: how many bytes from their start are safely in the file.
  CREATE TABLE torn_parts (
    upload_id TEXT NOT NULL REFERENCES uploads (upload_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    receive_ts INTEGER NOT NULL,
    PRIMARY KEY (upload_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What a token was cut down to, as JSON, and until when it lives. Those from before may do all that their kind may, for ever.
  ALTER TABLE tokens ADD COLUMN can TEXT;
  ALTER TABLE tokens ADD COLUMN expire_ts INTEGER;
  `,
  `
  -- Where the parts of an upload are in an object store, as JSON. Null: they are files of this folder.
  ALTER TABLE uploads ADD COLUMN object TEXT;
  CREATE INDEX uploads_in_objects ON uploads (sha256) WHERE object IS NOT NULL;
  `,
  `
  -- Which set of kept folders a server has or had: its world stays at its public numbers.
  ALTER TABLE servers ADD COLUMN kept_slot INTEGER;
  `,
  `
  -- The nodes of a fleet: when each was last there, since when it is lost, and until when its servers have to be off it.
  CREATE TABLE nodes (
    node_id TEXT PRIMARY KEY,
    node TEXT NOT NULL,
    seen_ts INTEGER NOT NULL,
    lost_ts INTEGER,
    drain_ts INTEGER,
    drain_end_ts INTEGER
  ) STRICT, WITHOUT ROWID;
  -- The node that a server is on, or was.
  ALTER TABLE servers ADD COLUMN node_id TEXT;
  CREATE INDEX servers_of_nodes ON servers (node_id) WHERE node_id IS NOT NULL;
  `,
  `
  -- How many servers of a version did not start, and how many in each deployment; what is empty is not known.
  ALTER TABLE versions ADD COLUMN failed_starts INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE version_history ADD COLUMN failed_starts INTEGER;
  WITH failed AS (SELECT version_id, count(*) AS starts FROM servers
      WHERE state = 'failed' AND kept = 1 AND version_id IS NOT NULL GROUP BY version_id)
    UPDATE versions SET failed_starts = failed.starts FROM failed WHERE failed.version_id = versions.version_id;
  `,
  `
  -- What a build's own slipway.json asks for, as JSON. Null: nothing, or it is not known, as of builds from before.
  ALTER TABLE builds ADD COLUMN resources TEXT;
  `,
];

/** The format that this Slipway reads and writes. */
export const currentFormat = migrations.length;
