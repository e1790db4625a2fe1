// Transfers as the window sees them: builds on their way from this machine to an instance, from the pack to the switch.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { doctorReport } from '../builds/doctor/report.ts';
import { errorBody } from '../errors/error-body.ts';
import { buildManifest } from '../service/build-manifest.ts';
import { buildKind } from '../service/builds.ts';
import { u64 } from '../service/common.ts';
import { sentence } from '../text/message-schema.ts';
import { typedName } from '../typed-fields.ts';
import { partMap } from './part-map.ts';

/** The steps of a transfer, in their order. Each can be taken again by itself. */
export const transferStep = z.enum(['pack', 'prepare', 'parts', 'confirm', 'switch']);
export type TransferStep = z.infer<typeof transferStep>;

/** What a person can do about a transfer that does not go on by itself. */
export const transferRemedy = z.enum(['retry', 'new_build']);
export type TransferRemedy = z.infer<typeof transferRemedy>;

/** A failure that passes: what it was, how often in a row, and when it is tried again (Unix milliseconds). */
export const transferTrouble = z.object({ problem: errorBody, tries: z.int(), next_try_at: z.int() });
export type TransferTrouble = z.infer<typeof transferTrouble>;

/**
 * How many parts are in which state. `sent`: the other side took it; `verified`: it said which bytes it has; `reused`: it takes them from
 * an earlier build, and nothing of them is sent.
 */
export const partCounts = z.object({
  pending: z.int(),
  sending: z.int(),
  sent: z.int(),
  verified: z.int(),
  reused: z.int().optional(),
});
export type PartCounts = z.infer<typeof partCounts>;

/** Why it went to rest: a person paused it, the machine slept, the network was away, or Slipway ended before it was done. */
const pauseReason = z.enum(['person', 'sleep', 'network', 'end']);
export type PauseReason = z.infer<typeof pauseReason>;

/**
 * Since when it rests, and why. The network was away for longer than whoever began it would wait; `other_process`: another Slipway
 * works on it.
 */
export const transferPause = z.discriminatedUnion('by', [
  z.object({ by: pauseReason.exclude(['network']), at: z.int() }),
  z.object({ by: z.enum(['network', 'other_process']), at: z.int(), problem: errorBody }),
]);
export type TransferPause = z.infer<typeof transferPause>;

/**
 * How many bytes are sent again, of how many parts, and which is the first of them. `is_most`: the other side keeps what it got of a part,
 * and was not asked yet how much that is, so that it may be less or nothing.
 */
export const sentAgain = z.object({ bytes: z.int(), parts: z.int(), first: z.int(), is_most: z.boolean().optional() });
/** How many bytes are sent again, and of which parts. */
export type SentAgain = z.infer<typeof sentAgain>;

/**
 * When it went on after a pause, after which kind, and how many parts were there. `again` is known once the other side was asked what it
 * has.
 */
export const transferResume = z.object({
  at: z.int(),
  after: pauseReason,
  kept: z.int(),
  again: sentAgain.optional(),
});
export type TransferResume = z.infer<typeof transferResume>;

const tried = z.object({ at: z.int(), step: transferStep });

/**
 * One line in the log of tries. `failed` passes and is tried again: those that are alike are one line, with how many they were and
 * when the last of them was. `stopped` waits for a person.
 */
export const transferAttempt = z.discriminatedUnion('what', [
  tried.extend({
    what: z.literal('began'),
    /** How many parts were there already. */
    kept: z.int().default(0),
    /** The folder or file was newer than its pack. */
    source_changed: z.boolean().default(false),
  }),
  tried.extend({
    what: z.literal('failed'),
    problem: errorBody,
    count: z.int().default(1),
    /** When the last of several was. */
    until: z.int().optional(),
  }),
  tried.extend({ what: z.literal('paused'), by: pauseReason, problem: errorBody.optional() }),
  tried.extend({ what: z.literal('stopped'), problem: errorBody }),
  tried.extend({ what: z.enum(['cancelled', 'done']) }),
]);
export type TransferAttempt = z.infer<typeof transferAttempt>;

/** What is reported of every transfer, whatever its status. Bytes are those of the packed file. */
const viewFacts = z.object({
  id: z.string(),
  instance_id: z.string(),
  game_id: z.string(),
  namespace_id: z.string(),
  /** As people call them, once the instance has reported them. */
  game_name: z.string().optional(),
  namespace_name: z.string().optional(),
  /** The name of the version that it makes. */
  name: z.string(),
  source_name: z.string(),
  /** The folder or file changed since it was packed; what is sent is what was packed then. */
  source_changed: z.boolean(),
  created_at: z.int(),
  step: transferStep,
  switches: z.boolean(),
  /** Of the packed file, once there is one: all, those the other side is known to have, those it took, and those of the tries under way. */
  bytes_total: z.int().optional(),
  bytes_verified: z.int(),
  /** Those that the other side takes from an earlier build; they are not among the verified ones. */
  bytes_reused: z.int(),
  bytes_sent: z.int(),
  /** What the other side keeps of parts that it has not all of. */
  bytes_kept: z.int().default(0),
  /** What is in flight: gone out, and confirmed by nobody. */
  bytes_live: z.int(),
  /** Of parts that broke off: what goes out a second time. Only while they do not go on. */
  again: sentAgain.optional(),
  /** All bytes that went out, those of failed tries too. */
  bytes_on_wire: z.int(),
  parts: partCounts,
  sha256: z.string().optional(),
  build_id: z.string().optional(),
  version_id: z.string().optional(),
  /** How often it was tried until now: each beginning, and each failure after which it is tried again. */
  tries: z.int(),
});

/** One that has not ended; `position` is how many are before it in the queue. */
const liveView = viewFacts.extend({ position: z.int() });

/** One transfer. */
export const transferView = z.discriminatedUnion('status', [
  liveView.extend({ status: z.literal('queued') }),
  liveView.extend({
    status: z.literal('running'),
    bytes_per_second: z.int(),
    /** Once it has been paused. */
    resumed: transferResume.optional(),
    /** While a folder is packed: how far that is. */
    packing: z.object({ bytes: z.int(), total: z.int() }).optional(),
    /** A failure of some parts, while others go on. */
    trouble: transferTrouble.optional(),
  }),
  liveView.extend({ status: z.literal('waiting'), trouble: transferTrouble }),
  liveView.extend({ status: z.literal('paused'), paused: transferPause }),
  liveView.extend({
    status: z.enum(['failed', 'not_confirmed']),
    /** Why it stopped, and what a person can do. */
    problem: errorBody,
    remedies: z.array(transferRemedy),
  }),
  viewFacts.extend({ status: z.literal('cancelled'), ended_at: z.int() }),
  viewFacts.extend({
    status: z.literal('done'),
    ended_at: z.int(),
    /** How long it was worked on, without pauses. */
    worked_ms: z.int(),
    /** What became of the switch, in a sentence. */
    outcome: sentence.optional(),
  }),
]);
export type TransferView = z.infer<typeof transferView>;
/**
 * Where a transfer is. `waiting` tries again by itself, `failed` waits for a person, `not_confirmed` has sent everything and
 * heard nothing of the build.
 */
export type TransferStatus = TransferView['status'];
/** A transfer with this status, and what is reported of one then. */
export type TransferIn<S extends TransferStatus> = Extract<TransferView, { status: S }>;

/** What is common to all transfers. Without a limit they take what the line gives. */
export const transferLimits = z.object({ bytes_per_second: z.int().min(1024).nullable() });
export type TransferLimits = z.infer<typeof transferLimits>;

/** The limits as they are: `slowed` while fewer bytes may go out than else, since so many people play on this machine. */
export const transferLimitsView = transferLimits.extend({
  slowed: z.object({ bytes_per_second: z.int(), players: z.int() }).optional(),
});
export type TransferLimitsView = z.infer<typeof transferLimitsView>;

/** What all transfers sent together, every so often in the last five minutes; oldest first. */
export const transferSpeed = z.object({
  every_ms: z.int(),
  points: z.array(
    z.object({
      at: z.int(),
      bytes_per_second: z.int(),
      /** Everything that was to be sent then waited for an instance that did not answer. */
      is_lost: z.boolean(),
    }),
  ),
});
export type TransferSpeed = z.infer<typeof transferSpeed>;

/** A folder or file that a person chose, by its handle: the window never names a path. */
export const transferSource = z.object({ source_id: z.string(), name: z.string() });
export type TransferSource = z.infer<typeof transferSource>;

/** What a browser's window is answered when it begins to bring a copy of what was dropped. */
export const copyBegun = z.object({ id: z.string() });

/** What the doctor says of a chosen folder or file. A file is an archive, or one program, and is sent as it is. */
export const examinedSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), report: doctorReport }),
  z.object({ kind: z.literal('file'), bytes: u64, report: doctorReport }),
]);
export type ExaminedSource = z.infer<typeof examinedSource>;

const transferId = z.object({ transfer_id: z.string() });

/** What to send where. */
export const startTransfer = z.object({
  source_id: z.string(),
  instance_id: z.string(),
  game_id: z.string(),
  namespace_id: z.string(),
  name: typedName,
  /** Switches the namespace to the new version once it is there; a protected one wants its name in `confirm`. */
  switch: z.boolean().optional(),
  confirm: z.string().optional(),
  /** Default exclusions that do not count this time, and secrets that a person decided to ship. */
  keep: z.array(z.string()).optional(),
  allow_secrets: z.array(z.string()).optional(),
  fix_line_ends: z.boolean().optional(),
  /** How the build is run, as its slipway.json: written into the pack of a folder, where it comes before one that is there. */
  settings: buildManifest.optional(),
  /** What the instance is told that the file is; without it what it looks like. */
  kind: buildKind.optional(),
});
export type StartTransfer = z.infer<typeof startTransfer>;

/** Calls about transfers. */
export const transferCalls = {
  /** Lets the person pick a folder with the shell's picker. Answers null when they closed it. */
  'transfers.chooseFolder': call(z.object({}), z.object({ source: transferSource.nullable() })),
  /** Gives handles for what was dropped. The window passes what it got; the desktop shell makes paths of it on the way. */
  'transfers.takeDropped': call(
    z.object({ paths: z.array(z.unknown()).min(1).max(64) }),
    z.object({ sources: z.array(transferSource) }),
  ),
  /** Looks a chosen folder or file over, before anything is packed. */
  'transfers.examine': call(z.object({ source_id: z.string() }), examinedSource),
  /** Lets go of what was chosen and is not sent: a copy that was made for it is removed. */
  'transfers.release': call(z.object({ source_id: z.string() }), z.void()),
  'transfers.start': call(startTransfer, transferId),
  /** Stops sending. What is sent stays; `resume` goes on where it was. */
  'transfers.pause': call(transferId, z.void()),
  'transfers.resume': call(transferId, z.void()),
  /** Gives it up for good, and removes the unfinished build where that is offered. */
  'transfers.cancel': call(transferId, z.void()),
  /** Tries again now. With `new_build` everything is sent from scratch, as another build. */
  'transfers.retry': call(transferId.extend({ new_build: z.boolean().optional() }), z.void()),
  /** Puts it before another one in the queue, or at its end. */
  'transfers.reorder': call(transferId.extend({ before: z.string().nullable() }), z.void()),
  /** Takes one that has ended out of the list. */
  'transfers.remove': call(transferId, z.void()),
  /** Stops all that have not ended, or lets all that were paused go on. */
  'transfers.pauseAll': call(z.object({}), z.void()),
  'transfers.resumeAll': call(z.object({}), z.void()),
  /** Takes all that have ended out of the list. */
  'transfers.clear': call(z.object({}), z.void()),
  /** Shows the folder or file that is sent in the system's own browser of files. */
  'transfers.reveal': call(transferId, z.void()),
  /** Limits all transfers together, at once. */
  'transfers.limit': call(transferLimits, z.void()),
};

/** Topics about transfers. */
export const transferTopics = {
  transfers: listTopic(z.object({}), transferView),
  /** The part map of one transfer, from what is stored of it; at most five changes a second. */
  'transfers.parts': valueTopic(transferId, partMap),
  /** The log of tries of one transfer, oldest first; kept as long as the transfer is listed. */
  'transfers.tries': valueTopic(transferId, z.array(transferAttempt)),
  'transfers.speed': valueTopic(z.object({}), transferSpeed),
  'transfers.limits': valueTopic(z.object({}), transferLimitsView),
};
