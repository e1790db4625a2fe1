// What a transfer is, as the journal keeps it: what goes where, how far each step is, and the parts of the packed file.
import { z } from 'zod';
import { errorBody } from '../../../../src-shared/errors/error-body.ts';
import { buildKind } from '../../../../src-shared/service/builds.ts';
import { message, sentence } from '../../../../src-shared/text/message-schema.ts';
import {
  transferPause,
  transferRemedy,
  transferResume,
  transferStep,
} from '../../../../src-shared/transfers/bridge.ts';
import { partCells, partTry } from '../../../../src-shared/transfers/part-map.ts';
import { packed } from '../../pack/pack-model.ts';

/** What is kept of every transfer, whatever its status. */
export const transferFacts = z.object({
  id: z.string(),
  created_at: z.int(),
  /** The instance's id in the app, its address on the command line. */
  target: z.string(),
  game_id: z.string(),
  namespace_id: z.string(),
  name: z.string(),
  source: z.string(),
  /** What the source is called, where its file has no name that says anything. */
  source_name: z.string().optional(),
  /** The source is newer than its pack. */
  source_changed: z.boolean().default(false),
  /** What the instance is told that the file is, where somebody said it. */
  kind: buildKind.optional(),
  options: z.object({
    keep: z.array(z.string()).default([]),
    allowSecrets: z.array(z.string()).default([]),
    fixLineEnds: z.boolean().default(false),
    written: z.object({ path: z.string(), text: z.string() }).optional(),
  }),
  switches: z.boolean(),
  confirm: z.string().optional(),
  step: transferStep,
  packed: packed.optional(),
  /** The build there that this one may take stretches of. */
  base_build_id: z.string().optional(),
  /** What is in the pack, however it was compressed; kept where an interrupted push is looked for. */
  content_id: z.string().optional(),
  /** How much was taken from there in the end. */
  bytes_reused: z.int().default(0),
  /** Goes with each prepare of this build, so that the same one comes back where that is known. */
  key: z.string(),
  build_id: z.string().optional(),
  /** Only where the instance tells what it has of an upload. */
  upload_id: z.string().optional(),
  /** The instance keeps what came of a part that broke off. */
  keeps_torn: z.boolean().optional(),
  /** The versions of the game before, to tell the new one by. */
  versions_before: z.array(z.string()).optional(),
  version_id: z.string().optional(),
  bytes_on_wire: z.int(),
  /** As the instance reported them when the build was begun. */
  game_name: z.string().optional(),
  namespace_name: z.string().optional(),
  /** How long it was worked on, without pauses and without its time in the queue. */
  worked_ms: z.int().default(0),
  /** Whoever began it was not told about its end so far: it is the same push that comes again then. */
  is_untold: z.boolean().default(false),
});
export type TransferFacts = z.infer<typeof transferFacts>;

const states = [
  z.object({ status: z.enum(['queued', 'running']), resumed: transferResume.optional() }),
  z.object({ status: z.literal('paused'), paused: transferPause }),
  z.object({ status: z.enum(['failed', 'not_confirmed']), problem: errorBody, remedies: z.array(transferRemedy) }),
  /** `cells`: how its parts stood at the end, as they are no longer kept. */
  z.object({ status: z.literal('cancelled'), ended_at: z.int(), cells: partCells }),
  z.object({ status: z.literal('done'), ended_at: z.int(), cells: partCells, outcome: sentence.optional() }),
] as const;

const [underWay, paused, stopped, cancelled, done] = states;
const transferRecord = z.discriminatedUnion('status', [
  transferFacts.extend(underWay.shape),
  transferFacts.extend(paused.shape),
  transferFacts.extend(stopped.shape),
  transferFacts.extend(cancelled.shape),
  transferFacts.extend(done.shape),
]);
/** The status of a transfer, with what is known of one that has it. */
export type TransferState = z.infer<(typeof states)[number]>;
export type TransferRecord = TransferFacts & TransferState;

/** The record in another state. What the one before knew goes with it. */
export function inState(record: TransferRecord, state: TransferState): TransferRecord {
  return { ...transferFacts.parse(record), ...state };
}

/** What is so of a transfer that nobody has worked on. */
export const nothingDone = {
  source_changed: false,
  bytes_on_wire: 0,
  bytes_reused: 0,
  worked_ms: 0,
  is_untold: false,
} satisfies Partial<TransferFacts>;

/** Reads a record as the journal has it, those of Slipway 0.1.0 as well. */
export function readRecord(text: string): TransferRecord {
  return transferRecord.parse(fromOlder(JSON.parse(text)));
}

/** In 0.1.0 the reason of a pause stood beside it, and one that another process worked on had none but that. */
function fromOlder(kept: unknown): unknown {
  const parsed = olderPause.safeParse(kept);
  if (!parsed.success) return kept;
  const { created_at: at, problem, paused: pause = { at, by: 'other_process' } } = parsed.data;
  return { ...parsed.data, paused: { problem, ...pause } };
}

const olderPause = z.looseObject({
  status: z.literal('paused'),
  created_at: z.int(),
  problem: errorBody.optional(),
  paused: z.looseObject({}).optional(),
});

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
  /** What became of a try: it has to be sent again, or nobody takes it. With why. */
  mishap: z.enum(['again', 'refused']).optional(),
  why: message.optional(),
  /** How much of it had gone out when its line was lost or it was paused. */
  held: z.int().optional(),
  /** How much of it the other side has and keeps, as it said, although it has not all. */
  kept: z.int().optional(),
  /** Its last tries, oldest first. */
  tries: z.array(partTry).optional(),
});
export type Part = z.infer<typeof part>;

/** What a try leaves on its part. */
export type PartFacts = Partial<Pick<Part, 'sha256' | 'mishap' | 'why' | 'held' | 'kept'>>;

/** Whether nothing more happens to a transfer unless a person restarts it. */
export function isOver<R extends { status: TransferRecord['status'] }>(
  record: R,
): record is Extract<R, { status: 'done' | 'cancelled' }> {
  return record.status === 'done' || record.status === 'cancelled';
}

/** Whether the other side has it from us. */
export function isStored({ state }: Part): boolean {
  return state === 'sent' || state === 'verified';
}

/** Where a transfer goes, as the paths of calls name it. */
export function environmentOf({ game_id, namespace_id }: Pick<TransferRecord, 'game_id' | 'namespace_id'>) {
  return { game_id, environment_id: namespace_id };
}
