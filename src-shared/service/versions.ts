// Versions of a game: what a namespace can run.
import { z } from 'zod';
import { display_name, optional, timestamp, u64, uuid } from './common.ts';
import { runSettings, runSettingsAnswer } from './run-settings.ts';
import { validationAnswer, validationError } from './validation.ts';

/** How often servers of a version or build crashed, and when one last did (ours). */
export const crashMarks = z.object({ count: u64, last_ts: timestamp.optional() });
/** How often servers of a version or build crashed. */
export type CrashMarks = z.infer<typeof crashMarks>;

/** A version as a game lists it. `crashes` and `failed_starts`, how many servers of it did not start, are ours. */
export const versionSummary = z.object({
  version_id: uuid,
  display_name,
  create_ts: timestamp,
  crashes: crashMarks.optional(),
  failed_starts: u64.optional(),
});
/** A version as a game lists it. */
export type VersionSummary = z.infer<typeof versionSummary>;

/** What versions of the original service had besides. It is kept as it came and given back, and has no effect here. */
const original = {
  scripts: z.record(z.string(), z.unknown()),
  engine: z.record(z.string(), z.unknown()),
  cdn: z.record(z.string(), z.unknown()),
  matchmaker: z.record(z.string(), z.unknown()),
  kv: z.record(z.string(), z.unknown()),
  identity: z.record(z.string(), z.unknown()),
};
/** The names of those. */
export const originalConfigKeys = ['scripts', 'engine', 'cdn', 'matchmaker', 'kv', 'identity'] as const;

/** What a version runs: a build, and settings that win over the build's own. The last six are kept for clients of the original. */
export const versionConfig = runSettings.extend({
  build: optional(z.string()),
  scripts: optional(original.scripts),
  engine: optional(original.engine),
  cdn: optional(original.cdn),
  matchmaker: optional(original.matchmaker),
  kv: optional(original.kv),
  identity: optional(original.identity),
});
/** What a version runs. */
export type VersionConfig = z.output<typeof versionConfig>;

/** A version with its configuration. */
export const versionFull = versionSummary.extend({
  config: runSettingsAnswer.extend({ build: uuid.optional(), ...z.object(original).partial().shape }),
});
/** A version with its configuration. */
export type VersionFull = z.output<typeof versionFull>;

/** What a new version is made of. */
export const createVersionBody = z.object({ display_name, config: versionConfig });
/** What a new version is made of. */
export type CreateVersionBody = z.output<typeof createVersionBody>;

/** What is wrong with a new version, and what of it would be kept without having an effect here (ours). */
export const validateVersionAnswer = validationAnswer.extend({ no_effect: z.array(validationError).optional() });
