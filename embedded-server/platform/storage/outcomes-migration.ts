// The step that keeps what was set on namespaces and how their deployments went. What older records tell of that is worked out once,
// also for an export of such records.

export const outcomeTables = `
  -- What was set on a namespace, each time anything of it changed.
  CREATE TABLE namespace_settings (
    namespace_id TEXT NOT NULL REFERENCES namespaces (namespace_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    set_ts INTEGER NOT NULL,
    settings TEXT NOT NULL,
    origin TEXT,
    PRIMARY KEY (namespace_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX namespace_settings_by_time ON namespace_settings (namespace_id, set_ts);
  -- Which place its owner gave a namespace among those of its game.
  ALTER TABLE namespaces ADD COLUMN position INTEGER;
  -- What was set, and who switched; then what became of it. What is empty is not known.
  ALTER TABLE version_history ADD COLUMN set_number INTEGER;
  ALTER TABLE version_history ADD COLUMN origin TEXT;
  ALTER TABLE version_history ADD COLUMN rolled_back INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE version_history ADD COLUMN ran_ms INTEGER;
  ALTER TABLE version_history ADD COLUMN crashes INTEGER;
  ALTER TABLE version_history ADD COLUMN looped INTEGER;
  ALTER TABLE version_history ADD COLUMN served INTEGER;
  ALTER TABLE versions ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE versions ADD COLUMN last_crash_ts INTEGER;
  ALTER TABLE builds ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE builds ADD COLUMN last_crash_ts INTEGER;
  -- A person said no to who waits for this link.
  ALTER TABLE device_links ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
  -- How each version went on each namespace: what Roll back chooses by. \`deployed\` is the number of its newest deployment, 0 for
  -- what a namespace began with. A spoiled one crashed in a loop or was rolled back; what it ran before counts no more.
  CREATE TABLE version_outcomes (
    namespace_id TEXT NOT NULL REFERENCES namespaces (namespace_id) ON DELETE CASCADE,
    version_id TEXT NOT NULL REFERENCES versions (version_id),
    deployed INTEGER NOT NULL,
    ran_ms INTEGER NOT NULL DEFAULT 0,
    served INTEGER NOT NULL DEFAULT 0,
    crashes INTEGER NOT NULL DEFAULT 0,
    spoiled INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (namespace_id, version_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outcomes_that_ran_well ON version_outcomes (namespace_id, deployed) WHERE ran_ms >= 300000 AND served = 1;
  CREATE INDEX outcomes_that_ran ON version_outcomes (namespace_id, deployed)
    WHERE ran_ms > 0 AND crashes = 0 AND spoiled = 0;
`;

/** Fills them from the history and from the servers that are still on record. */
export const outcomesSoFar = `
  -- Of what was set before this step, only that it was set by now is known.
  INSERT INTO namespace_settings (namespace_id, number, set_ts, settings)
    SELECT namespace_id, 1, CAST(unixepoch('subsec') * 1000 AS INTEGER), json_object(
      'lobby_count_max', lobby_count_max, 'max_players', max_players, 'server_count', server_count,
      'on_version_switch', on_version_switch, 'drain_limit', drain_limit, 'restart', restart) FROM namespaces;
  WITH crashed AS (SELECT version_id, count(*) AS crashes, max(destroy_ts) AS last FROM servers
      WHERE state = 'crashed' AND version_id IS NOT NULL GROUP BY version_id)
    UPDATE versions SET crashes = crashed.crashes, last_crash_ts = crashed.last FROM crashed
    WHERE crashed.version_id = versions.version_id;
  WITH crashed AS (SELECT build_id, count(*) AS crashes, max(destroy_ts) AS last FROM servers
      WHERE state = 'crashed' GROUP BY build_id)
    UPDATE builds SET crashes = crashed.crashes, last_crash_ts = crashed.last FROM crashed
    WHERE crashed.build_id = builds.build_id;
  INSERT INTO version_outcomes (namespace_id, version_id, deployed)
    SELECT namespace_id, version_id, max(number) FROM version_history GROUP BY namespace_id, version_id;
  INSERT OR IGNORE INTO version_outcomes (namespace_id, version_id, deployed)
    SELECT namespace_id, version_id, 0 FROM namespaces;
  INSERT OR IGNORE INTO version_outcomes (namespace_id, version_id, deployed)
    SELECT s.namespace_id, s.version_id, 0 FROM servers s JOIN versions v USING (version_id) WHERE s.kept = 1;
  -- Servers ran side by side, so the longest counts.
  WITH ran AS (SELECT namespace_id, version_id, sum(state = 'crashed') AS crashes,
      max(CASE WHEN start_ts IS NULL OR destroy_ts IS NULL THEN 0 ELSE max(0, destroy_ts - start_ts) END) AS ran_ms
      FROM servers WHERE version_id IS NOT NULL GROUP BY namespace_id, version_id)
    UPDATE version_outcomes SET ran_ms = ran.ran_ms, crashes = ran.crashes FROM ran
    WHERE ran.namespace_id = version_outcomes.namespace_id AND ran.version_id = version_outcomes.version_id;
  -- Three crashes within a minute are a loop.
  UPDATE version_outcomes SET spoiled = 1, ran_ms = 0 WHERE (namespace_id, version_id) IN (
    SELECT namespace_id, version_id FROM (
      SELECT namespace_id, version_id, destroy_ts - lag(destroy_ts, 2) OVER (
        PARTITION BY namespace_id, version_id ORDER BY destroy_ts) AS span
      FROM servers WHERE state = 'crashed')
    WHERE span <= 60000);
  -- An older version that ran there before took over from it again.
  WITH first AS (SELECT namespace_id, version_id, min(number) AS number FROM version_history GROUP BY namespace_id, version_id)
    UPDATE version_history AS h SET rolled_back = 1
    FROM version_history next, first, versions old, versions new
    WHERE next.namespace_id = h.namespace_id AND next.number = h.number + 1
    AND first.namespace_id = next.namespace_id AND first.version_id = next.version_id AND first.number < h.number
    AND old.version_id = h.version_id AND new.version_id = next.version_id
    AND (new.create_ts, new.sequence) < (old.create_ts, old.sequence);
  UPDATE version_outcomes SET spoiled = 1, ran_ms = 0 WHERE EXISTS (SELECT 1 FROM version_history h
    WHERE h.namespace_id = version_outcomes.namespace_id AND h.number = version_outcomes.deployed AND h.rolled_back = 1);
`;
