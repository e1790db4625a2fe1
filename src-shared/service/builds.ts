// Builds: the files that servers are started from.
import { z } from 'zod';
import { sentence } from '../text/message-schema.ts';
import { display_name, optional, sentU64, timestamp, u64, uuid } from './common.ts';
import { limitedMap } from './text-limits.ts';
import { presignedRequest } from './uploads.ts';
import { crashMarks } from './versions.ts';

/** What a build's file is. `archive` and `javascript` are ours. */
export const buildKind = z.enum(['docker_image', 'oci_bundle', 'archive', 'javascript']);
/** What a build's file is. */
export type BuildKind = z.infer<typeof buildKind>;

/** The kinds of builds that a container engine runs, if what is in them is an image. */
export type ImageKind = Extract<BuildKind, 'docker_image' | 'oci_bundle'>;

export function isImageKind(kind: BuildKind): kind is ImageKind {
  return kind === 'docker_image' || kind === 'oci_bundle';
}

/** How a build's file is packed. `gzip` and `zstd` are ours. */
export const buildCompression = z.enum(['none', 'lz4', 'gzip', 'zstd']);
/** How a build's file is packed. */
export type BuildCompression = z.infer<typeof buildCompression>;

/** How far a build is. A `refused` build has all its bytes, and something in them that cannot be run. */
export const buildState = z.enum(['uploading', 'checking', 'complete', 'refused']);
/** How far a build is. */
export type BuildState = z.infer<typeof buildState>;

/** A build of a namespace. From `image_tag` on the fields are ours; `problem` is a sentence about a refused build,
 * `sha256` the hash of the whole file, once that is in. */
export const build = z.object({
  id: uuid,
  name: display_name,
  created_at: timestamp,
  content_length: u64,
  tags: z.record(z.string(), z.string()),
  image_tag: z.string(),
  kind: buildKind,
  compression: buildCompression,
  upload_id: uuid,
  state: buildState,
  problem: sentence.optional(),
  version_id: uuid.optional(),
  sha256: z.string().optional(),
  crashes: crashMarks.optional(),
});
/** A build of a namespace. */
export type Build = z.infer<typeof build>;

/** A file or link of a build (ours), by the path that it is unpacked to. `mode` is its permission bits, where the build keeps any. */
export const buildFile = z.object({
  path: z.string(),
  type: z.enum(['file', 'link']),
  bytes: u64,
  mode: z.int().optional(),
  sha256: z.string().optional(),
  link_target: z.string().optional(),
});
/** A file or link of a build. */
export type BuildFile = z.infer<typeof buildFile>;

/** How many stretches of an earlier build one upload may take over. */
export const MOST_RANGES = 4_096;

/** A stretch of the file to come that an earlier build has as well, at `from_offset` of its content, with the SHA-256 of its bytes. */
export const reusedRange = z.object({
  byte_offset: u64,
  content_length: z.int().min(1),
  from_offset: u64,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** A stretch of the file to come that an earlier build has as well. */
export type ReusedRange = z.infer<typeof reusedRange>;

/** What a build's content is cut into (ours): chunks in order, each named by the first half of its SHA-256. */
export const buildChunks = z.object({
  average: z.int().min(1),
  chunks: z.array(z.object({ length: z.int().min(1), name: z.string() })),
});
/** What a build's content is cut into. */
export type BuildChunks = z.infer<typeof buildChunks>;

/** No store that speaks S3 puts parts together that are shorter. */
export const SHORTEST_PART = 5 * 1024 * 1024;
/** What whoever asks for no length gets. */
export const USUAL_PART = 16 * 1024 * 1024;

/**
 * The build a caller is about to upload. `reuse` (ours) says what an earlier build of the game has of it, in order; `part_size` (ours) how
 * long its parts should be, where there are not too many of them then.
 */
export const prepareBuildBody = z.object({
  name: display_name,
  image_tag: z.string(),
  image_file: z.object({ path: z.string(), content_length: sentU64, content_type: optional(z.string()) }),
  compression: optional(buildCompression),
  kind: optional(buildKind),
  multipart_upload: optional(z.boolean()),
  part_size: optional(z.int().min(SHORTEST_PART)),
  reuse: optional(z.object({ build: uuid, ranges: z.array(reusedRange).max(MOST_RANGES) })),
});
/** The build a caller is about to upload. */
export type PrepareBuildBody = z.output<typeof prepareBuildBody>;

/** A build as the original service listed it of a whole game. */
export const gameBuild = z.object({
  build_id: uuid,
  upload_id: uuid,
  display_name,
  create_ts: timestamp,
  content_length: u64,
  complete: z.boolean(),
  tags: z.record(z.string(), z.string()),
});

/** The build a caller is about to upload for a whole game, as the original service took it. */
export const createGameBuildBody = z.object({
  display_name,
  image_tag: z.string(),
  image_file: z.object({ path: z.string(), content_length: sentU64, content_type: optional(z.string()) }),
  compression: optional(buildCompression),
  kind: optional(buildKind),
  multipart_upload: optional(z.boolean()),
});

/** The new build's id, and where its bytes go: one request, or one for each part of a multipart upload. */
export const prepareBuildAnswer = z.object({
  build: uuid,
  image_presigned_request: presignedRequest.optional(),
  image_presigned_requests: z.array(presignedRequest).optional(),
});
/** The new build's id, and where its bytes go. */
export type PrepareBuildAnswer = z.infer<typeof prepareBuildAnswer>;

/** Tags to set on a build, or with `null` to remove. Exclusive ones are first taken from every other build of the namespace. */
export const setBuildTagsBody = z.object({
  tags: limitedMap(z.string().nullable(), { entries: 8, key: [1, 32], text: [1, 1024] }),
  exclusive_tags: optional(z.array(z.string())),
});
/** Tags to set on a build. */
export type SetBuildTagsBody = z.output<typeof setBuildTagsBody>;
