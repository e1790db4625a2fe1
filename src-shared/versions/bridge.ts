// What a switch from one version to another changes, as the window asks for it: facts, and in words what is not known.
import { z } from 'zod';
import { call } from '../bridge/define.ts';
import { finding, programFound } from '../builds/doctor/report.ts';
import { buildKind, buildState } from '../service/builds.ts';
import { deploymentOutcome, matchmakerConfig } from '../service/namespaces.ts';
import { killTimeout, portNumber, portProtocol, resources } from '../service/run-settings.ts';
import { sentence } from '../text/message-schema.ts';
import { promoteCalls } from './promote.ts';

/** What may be unknown of a version. */
export const versionAspect = z.enum(['build', 'files', 'program', 'settings']);
export type VersionAspect = z.infer<typeof versionAspect>;

/** A port of a version. Without a number inside, each server is given one; `number` is the one that players use, always. */
export const versionPort = z.object({
  name: z.string(),
  protocol: portProtocol,
  internal_port: portNumber.optional(),
  number: portNumber.optional(),
  routing: z.enum(['game_guard', 'host']),
});
export type VersionPort = z.infer<typeof versionPort>;

/** How a version runs, gathered as the service does: the version itself first, then its build. Without resources or a grace,
 * those of the service count. Folders to keep are known where its build says them. */
export const versionSettings = z.object({
  arguments: z.array(z.string()),
  ports: z.array(versionPort),
  resources: resources.nullable(),
  kill_timeout: killTimeout.nullable(),
  keep: z.array(z.string()).optional(),
});
export type VersionSettings = z.infer<typeof versionSettings>;

/** The file that a version runs. */
export const versionBuild = z.object({
  id: z.string(),
  bytes: z.int(),
  kind: buildKind,
  state: buildState,
  sha256: z.string().optional(),
  problem: sentence.optional(),
});
export type VersionBuild = z.infer<typeof versionBuild>;

/** What is known of a version. A build that is null: it was made without one. What is absent is explained in `unknown`, in a sentence. */
export const versionFacts = z.object({
  version_id: z.string(),
  build: versionBuild.nullish(),
  settings: versionSettings.optional(),
  /** Whether somebody set how it runs, with the version or in its slipway.json. Else the doctor found it. */
  is_set: z.boolean().optional(),
  program: programFound.nullish(),
  findings: z.array(finding).optional(),
  unknown: z.partialRecord(versionAspect, sentence),
});
export type VersionFacts = z.infer<typeof versionFacts>;

/** Files that are only in one of two builds, or not the same in both: how many, how much, and the first ones. */
const fileGroup = z.object({
  count: z.int(),
  bytes: z.int(),
  first: z.array(z.object({ path: z.string(), bytes: z.int() })),
});

/** What became of the files. The bytes of changed ones are those that they have afterwards. */
export const fileChanges = z.object({
  added: fileGroup,
  changed: fileGroup,
  removed: fileGroup,
  total_before: z.int(),
  total: z.int(),
});
export type FileChanges = z.infer<typeof fileChanges>;

/** Another namespace of the game that is on the version to come, and since when, where that is known. */
export const alsoRuns = z.object({
  namespace_id: z.string(),
  name_id: z.string(),
  /** Whether a server of it runs there now, or ran well. */
  ran: z.boolean(),
  since: z.string().optional(),
  limits: matchmakerConfig.nullable(),
});
export type AlsoRuns = z.infer<typeof alsoRuns>;

/** Two versions beside each other, for one namespace where one is named. */
export const comparison = z.object({
  from: versionFacts,
  to: versionFacts,
  files: fileChanges.nullable(),
  why_no_files: sentence.optional(),
  namespace: z
    .object({
      /** Since when it runs what it runs. */
      since: z.string().optional(),
      /** When the version to come ran there last, as far back as was looked. */
      ran_before: z.string().optional(),
      /** How that went, where the instance tells. */
      went: deploymentOutcome.optional(),
      limits: matchmakerConfig.nullable(),
      also_runs: z.array(alsoRuns),
    })
    .optional(),
});
export type Comparison = z.infer<typeof comparison>;

/** Calls about versions. */
export const versionCalls = {
  ...promoteCalls,
  'versions.compare': call(
    z.object({
      instance_id: z.string(),
      game_id: z.string(),
      namespace_id: z.string().optional(),
      from_version_id: z.string(),
      to_version_id: z.string(),
      /** Where the version to come is, when that is elsewhere. */
      to_place: z.object({ instance_id: z.string(), game_id: z.string() }).optional(),
    }),
    comparison,
  ),
  /** The SHA-256 of the build of each version, as far as the instance tells: the same hash is the same bytes everywhere. */
  'versions.hashes': call(
    z.object({ instance_id: z.string(), game_id: z.string() }),
    z.object({ hashes: z.record(z.string(), z.string()), why_not: sentence.optional() }),
  ),
};
