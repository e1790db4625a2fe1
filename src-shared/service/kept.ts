// The kept folders of a namespace: what outlives its servers, and the snapshots of it.
import { z } from 'zod';
import { u64, uuid } from './common.ts';

/** Files and their bytes, all told. */
const amount = z.object({ files: u64, bytes: u64 });

/** What a snapshot was taken for. `from_node`: what a server on a node had, copied while it ran, or come after it was told as lost. */
export const snapshotReason = z.enum(['asked', 'before_restore', 'before_empty', 'from_node']);

/** A copy of all kept folders of one set, as they were at a time. */
export const keptSnapshot = amount.extend({
  snapshot_id: uuid,
  create_ts: u64,
  reason: snapshotReason,
  /** A server had them then, and may have been writing. */
  while_running: z.boolean(),
});
/** A copy of all kept folders of one set. */
export type KeptSnapshot = z.infer<typeof keptSnapshot>;

/** A folder that is kept, by its path below the root of the build. */
export const keptFolder = amount.extend({ path: z.string() });

/** The folders of one server at a time; a namespace that keeps three servers has three sets. */
export const keptSet = z.object({
  slot: z.int().min(1),
  /** The server that has them now. */
  server_id: uuid.optional(),
  folders: z.array(keptFolder),
  snapshots: z.array(keptSnapshot),
});
/** The folders of one server at a time. */
export type KeptSet = z.infer<typeof keptSet>;

/** A file, folder or link in a kept folder. */
export const keptEntry = z.object({
  name: z.string(),
  type: z.enum(['file', 'folder', 'link', 'other']),
  bytes: u64,
  change_ts: u64,
});
/** A file, folder or link in a kept folder. */
export type KeptEntry = z.infer<typeof keptEntry>;

/** A path below a set of kept folders; empty for all of it. */
export const keptPath = z.string().max(4096);
