// The builds of a game as the window follows and changes them: those of one namespace, what uses one, what is in it, and how
// two of them differ.
import { z } from 'zod';
import { call, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { build, buildFile } from '../service/builds.ts';
import { typedName, typedSearch } from '../typed-fields.ts';
import { doctorReport } from './doctor/report.ts';

const id = z.string().min(1).max(200);
const place = z.object({ instance_id: id, game_id: id, namespace_id: id });

/** A build of a namespace of an instance. */
export const buildTarget = place.extend({ build_id: id });
export type BuildTarget = z.infer<typeof buildTarget>;

/** The builds of a namespace, newest first: null until they were read. With how fresh they are, in Unix milliseconds. */
export const namespaceBuilds = z.object({
  builds: z.array(build).nullable(),
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  problem: errorBody.optional(),
});
export type NamespaceBuilds = z.infer<typeof namespaceBuilds>;

/** How much of each unfinished build the instance has. */
export const buildProgress = z.array(
  z.object({ build_id: z.string(), received_bytes: z.int(), parts: z.int(), received_parts: z.int() }),
);
export type BuildProgress = z.infer<typeof buildProgress>;

/** What uses a build now. What the instance does not tell is null. */
export const buildUses = z.object({
  versions: z.array(z.object({ version_id: z.string(), display_name: z.string() })).nullable(),
  namespaces: z.array(z.object({ namespace_id: z.string(), name_id: z.string() })).nullable(),
  servers: z.array(z.object({ server_id: z.string(), namespace_id: z.string() })).nullable(),
});
export type BuildUses = z.infer<typeof buildUses>;

/** One file that is in two builds, and not the same there. */
const changedFile = z.object({ path: z.string(), before: buildFile, after: buildFile });

/** How one build differs from another, file by file. Of each kind the first ones come, and all are counted. */
export const buildDifference = z.object({
  added: z.array(buildFile),
  changed: z.array(changedFile),
  removed: z.array(buildFile),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int(), same: z.int() }),
  /** The sum of the bytes of what was added and changed, as they are in the later build. */
  new_bytes: z.int(),
});
export type BuildDifference = z.infer<typeof buildDifference>;

/** Calls about builds. */
export const buildCalls = {
  'builds.uses': call(buildTarget, buildUses),
  'builds.examine': call(buildTarget, z.object({ report: doctorReport })),
  /** The files of a build whose path holds this text, in the order of their paths, a page of them. */
  'builds.files': call(
    buildTarget.extend({
      text: typedSearch,
      from: z.int().min(0),
      limit: z.int().min(1).max(5_000),
    }),
    z.object({ files: z.array(buildFile), found: z.int(), total: z.int(), total_bytes: z.int() }),
  ),
  /** How `target` differs from an earlier build of the same instance. */
  'builds.compare': call(z.object({ target: buildTarget, before: buildTarget }), buildDifference),
  /** Deletes a build. While servers run it, its name has to come with the request. */
  'builds.remove': call(buildTarget.extend({ confirm: z.string().optional() }), z.void()),
  /** Makes a version that runs this build. */
  'builds.createVersion': call(buildTarget.extend({ display_name: typedName }), z.object({ version_id: z.string() })),
};

/** Topics about builds. They are read only while somebody looks. */
export const buildTopics = {
  builds: valueTopic(place, namespaceBuilds),
  'builds.progress': valueTopic(place, buildProgress),
};
