// Namespaces as the window changes them: which version runs, what ran before, and the limits.
import { z } from 'zod';
import { call } from '../bridge/define.ts';
import {
  changedBy,
  changedFrom,
  deploymentOutcome,
  hostingPolicy,
  matchmakerConfig,
  momentDifference,
  namespaceMoment,
  namespaceSetup,
} from '../service/namespaces.ts';
import { validationAnswer } from '../service/validation.ts';
import { sentence } from '../text/message-schema.ts';
import { typedName, typedSoFar } from '../typed-fields.ts';

const place = z.object({ instance_id: z.string(), game_id: z.string(), namespace_id: z.string() });

/** A protected namespace is changed only when its own name id comes with the request. */
const change = place.extend({ confirm: z.string().optional() });

/** What became of a change. `unknown` is the truth when neither the answer nor a look afterwards arrived. */
export const changeOutcome = z.object({
  outcome: z.enum(['done', 'not_done', 'unknown']),
  sentence,
});
export type ChangeOutcome = z.infer<typeof changeOutcome>;

/** What became of a switch, and the version that the namespace runs now, where that is known. */
export const switchOutcome = z.object({
  outcome: z.enum(['switched', 'not_switched', 'unknown']),
  sentence,
  version_id: z.string().optional(),
  from_version_id: z.string().optional(),
});
export type SwitchOutcome = z.infer<typeof switchOutcome>;

/** A row of the history. A version that the game no longer has keeps its id and has no name. */
export const historyRow = z.object({
  version_id: z.string(),
  display_name: z.string().nullable(),
  deploy_ts: z.string(),
  is_current: z.boolean(),
  /** Whether the switch was made from here; somebody else made the others, or an app that keeps no record. */
  by: z.enum(['here', 'elsewhere']),
  /** Who made it, what was set then, and what became of it, as its instance tells. */
  made_by: changedBy.optional(),
  made_from: changedFrom.optional(),
  settings: namespaceSetup.optional(),
  outcome: deploymentOutcome.optional(),
});

export type HistoryRow = z.infer<typeof historyRow>;

/** A page of the history, newest first. */
export const historyPage = z.object({
  rows: z.array(historyRow),
  /** The version to go back to, and what speaks against it, if anything does. */
  previous: z.object({ version_id: z.string(), display_name: z.string(), note: sentence.optional() }).optional(),
  has_more: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPage>;

/** What differs between two moments of a namespace, and how many things are the same. */
export const momentComparison = z.object({
  from: namespaceMoment,
  to: namespaceMoment,
  differences: z.array(momentDifference),
  unchanged: z.int(),
});
export type MomentComparison = z.infer<typeof momentComparison>;

/** How a namespace is set. What its instance does not tell is null, with the sentence that stands in its place. */
export const namespaceSettings = z.object({
  limits: matchmakerConfig.nullable(),
  why_no_limits: sentence.optional(),
  hosting: hostingPolicy.nullable(),
  why_no_hosting: sentence.optional(),
});
export type NamespaceSettings = z.infer<typeof namespaceSettings>;

const game = z.object({ instance_id: z.string(), game_id: z.string() });

/** Calls about namespaces. */
export const namespaceCalls = {
  /** With `expected_version_id`, a namespace that runs another version by then is left as it is. */
  'namespaces.switch': call(
    change.extend({ version_id: z.string(), expected_version_id: z.string().optional() }),
    switchOutcome,
  ),
  'namespaces.rollBack': call(change, switchOutcome),
  'namespaces.history': call(
    place.extend({ anchor: z.int().min(0).optional(), limit: z.int().min(1).max(32).optional() }),
    historyPage,
  ),
  /** Without `to`, with how it is now. */
  'namespaces.compareMoments': call(place.extend({ from: z.string(), to: z.string().optional() }), momentComparison),
  /** What changed from each moment to the one before it in the list; one answer less than moments. Newest first. */
  'namespaces.changes': call(
    place.extend({ moments: z.array(z.string()).min(2).max(64) }),
    z.object({ changes: z.array(z.array(momentDifference)) }),
  ),
  /** Namespaces that are not named follow by name. */
  'namespaces.setOrder': call(game.extend({ namespace_ids: z.array(z.string()).max(1_000) }), z.void()),
  'namespaces.setLimits': call(change.extend({ limits: matchmakerConfig }), changeOutcome),
  'namespaces.setHosting': call(change.extend({ hosting: hostingPolicy }), changeOutcome),
  'namespaces.settings': call(place, namespaceSettings),
  /** What the instance finds wrong with the names of a new namespace. */
  'namespaces.validate': call(game.extend({ display_name: typedSoFar, name_id: typedSoFar }), validationAnswer),
  'namespaces.create': call(
    game.extend({ display_name: typedName, name_id: typedSoFar, version_id: z.string() }),
    z.object({ namespace_id: z.string() }),
  ),
};
