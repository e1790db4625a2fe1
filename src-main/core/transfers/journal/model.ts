// What a transfer is, as the journal keeps it: what goes where, how far each step is, and the parts of the packed file.
import { z } from 'zod';
import { errorBody } from '../../../../src-shared/errors/error-body.ts';
import { buildKind } from '../../../../src-shared/service/builds.ts';
import {
  transferPause,
  transferRemedy,
  transferResume,
  transferStatus,
  transferStep,
} from '../../../../src-shared/transfers/bridge.ts';
import { partCells } from '../../../../src-shared/transfers/part-cells.ts';
import { packed } from '../../pack/model.ts';

export const transferRecord = z.object({
  id: z.string(),
  created_at: z.int(),
  ended_at: z.int().optional(),
  /** The instance's id in the app, its address on the command line. */
  target: z.string(),
  game_id: z.string(),
  namespace_id: z.string(),
  name: z.string(),
  source: z.string(),
  /** What the source is called, where its file has no name that says anything. */
  source_name: z.string().optional(),
  /** What the instance is told that the file is, where somebody said it. */
  kind: buildKind.optional(),
  options: z.object({
    keep: z.array(z.string()).optional(),
    allowSecrets: z.array(z.string()).optional(),
    fixLineEnds: z.boolean().optional(),
    written: z.object({ path: z.string(), text: z.string() }).optional(),
  }),
  switches: z.boolean(),
  confirm: z.string().optional(),
  step: transferStep,
  status: transferStatus,
  packed: packed.optional(),
  /** The build there that this one may take stretches of. */
  base_build_id: z.string().optional(),
  /** What is in the pack, however it was compressed; kept where an interrupted push is looked for. */
  content_id: z.string().optional(),
  /** How much was taken from there in the end. */
  bytes_reused: z.int().optional(),
  /** Goes with each prepare of this build, so that the same one comes back where that is known. */
  key: z.string(),
  build_id: z.string().optional(),
  /** Only where the instance tells what it has of an upload. */
  upload_id: z.string().optional(),
  /** The versions of the game before, to tell the new one by. */
  versions_before: z.array(z.string()).optional(),
  version_id: z.string().optional(),
  bytes_on_wire: z.int(),
  problem: errorBody.optional(),
  remedies: z.array(transferRemedy).optional(),
  source_changed: z.boolean().optional(),
  outcome: z.string().optional(),
  /** As the instance told them when the build was begun. */
  game_name: z.string().optional(),
  namespace_name: z.string().optional(),
  paused: transferPause.optional(),
  resumed: transferResume.optional(),
  /** How long it was worked on, without pauses and without its time in the queue. */
  worked_ms: z.int().optional(),
  /** How its parts stood at the end, as they are no longer kept. */
  cells: partCells.optional(),
  /** Whoever began it was not told of its end so far: it is the same push that comes again then. */
  is_untold: z.boolean().optional(),
});
export type TransferRecord = z.infer<typeof transferRecord>;

export const partState = z.enum(['pending', 'sending', 'sent', 'verified', 'reused']);
export type PartState = z.infer<typeof partState>;

/** One part of the packed file and where it goes. The hash is known once it was first about to be sent. */
export const part = z.object({
  number: z.int(),
  offset: z.int(),
  length: z.int(),
  url: z.string(),
  state: partState,
  sha256: z.string().optional(),
  /** What became of a try: it has to be sent again, or nobody takes it. With the reason in words. */
  mishap: z.enum(['again', 'refused']).optional(),
  why: z.string().optional(),
  /** How much of it had gone out when its line was lost or it was paused. */
  held: z.int().optional(),
});
export type Part = z.infer<typeof part>;

/** What a try leaves on its part. */
export type PartFacts = Partial<Pick<Part, 'sha256' | 'mishap' | 'why' | 'held'>>;

/** Whether nothing more happens to a transfer unless a person begins it anew. */
export function isOver({ status }: Pick<TransferRecord, 'status'>): boolean {
  return status === 'done' || status === 'cancelled';
}

/** Whether the other side has it from us. */
export function isStored({ state }: Part): boolean {
  return state === 'sent' || state === 'verified';
}

/** Where a transfer goes, as the paths of calls name it. */
export function environmentOf({
  game_id: gameId,
  namespace_id: namespaceId,
}: Pick<TransferRecord, 'game_id' | 'namespace_id'>) {
  return { game_id: gameId, environment_id: namespaceId };
}
