// Versions of a game: what a namespace can run.
import { z } from 'zod';
import { display_name, optional, timestamp, u64, uuid } from './common.ts';
import { runSettings, runSettingsAnswer } from './run-settings.ts';

/** How often servers of a version or build crashed, and when one last did (ours). */
export const crashMarks = z.object({ count: u64, last_ts: timestamp.optional() });
/** How often servers of a version or build crashed. */
export type CrashMarks = z.infer<typeof crashMarks>;

/** A version as a game lists it. `crashes` is ours. */
export const versionSummary = z.object({
  version_id: uuid,
  display_name,
  create_ts: timestamp,
  crashes: crashMarks.optional(),
});
/** A version as a game lists it. */
export type VersionSummary = z.infer<typeof versionSummary>;

/** What a version runs: a build, and settings that win over the build's own. */
export const versionConfig = runSettings.extend({ build: optional(z.string()) });
/** What a version runs. */
export type VersionConfig = z.output<typeof versionConfig>;

/** A version with its configuration. */
export const versionFull = versionSummary.extend({ config: runSettingsAnswer.extend({ build: uuid.optional() }) });
/** A version with its configuration. */
export type VersionFull = z.output<typeof versionFull>;

/** What a new version is made of. */
export const createVersionBody = z.object({ display_name, config: versionConfig });
/** What a new version is made of. */
export type CreateVersionBody = z.output<typeof createVersionBody>;
