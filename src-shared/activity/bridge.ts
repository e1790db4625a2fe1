// Every call that the app made to an instance, for people to look at, copy and send along. No secret is in any of it.
import { z } from 'zod';
import { call, listTopic } from '../bridge/define.ts';
import { changedBy, changedFrom, namespaceSetup } from '../service/namespaces.ts';
import { sentence } from '../text/message-schema.ts';
import { typedSearch } from '../typed-fields.ts';

/** One call. A watch that only waited again is counted on the row before it. */
export const activityRow = z.object({
  id: z.string(),
  at: z.int(),
  instance_id: z.string(),
  method: z.string(),
  path: z.string(),
  /** Absent when no answer came; then `error` says why. */
  status: z.int().optional(),
  ms: z.int(),
  request_id: z.string().optional(),
  bytes_sent: z.int(),
  bytes_received: z.int(),
  error: z.string().optional(),
  is_watch: z.boolean(),
  repeats: z.int(),
});
export type ActivityRow = z.infer<typeof activityRow>;

/** Which calls. */
export const activityFilter = z.object({
  instance_id: z.string().optional(),
  /** Calls about this game: its id is in their path. */
  game_id: z.string().optional(),
  method: z.string().max(10).optional(),
  failed_only: z.boolean().optional(),
  /** A text that the method and path hold. */
  text: typedSearch.optional(),
});
export type ActivityFilter = z.infer<typeof activityFilter>;

/** A call with its bodies, masked and cut at 8 KiB. */
export const activityDetail = activityRow.extend({
  url: z.string(),
  request_body: z.string().optional(),
  answer_body: z.string().optional(),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

/** What another instance answered to the same read. Without an answer there is a reason. */
export const replayAnswer = z.object({
  at: z.int(),
  ms: z.int(),
  status: z.int().optional(),
  answer_body: z.string().optional(),
  error: z.string().optional(),
});
export type ReplayAnswer = z.infer<typeof replayAnswer>;

/** What a change is about. */
export const changeKind = z.enum([
  'deployed',
  'rolled_back',
  'crashed',
  'uploaded',
  'limits',
  'hosting',
  'network',
  'server_started',
  'server_crashed',
  'server_stopped',
  'server_killed',
  'server_restarted',
  'token_created',
  'namespace_created',
]);

/**
 * Something that changed in a game. Names are those of versions, null for one that the game no longer has; what does not belong to its kind, or is
 * not known, is absent. `by` says whether it was made from here, where that is known.
 */
export const activityChange = z.object({
  id: z.string(),
  at: z.int(),
  kind: changeKind,
  by: z.enum(['here', 'elsewhere']).optional(),
  made_by: changedBy.optional(),
  made_from: changedFrom.optional(),
  namespace_id: z.string().optional(),
  version: z.string().nullish(),
  before: z.string().nullish(),
  server_id: z.string().optional(),
  /** How often it crashed. */
  count: z.int().optional(),
  /** How large a build is. */
  bytes: z.int().optional(),
  /** How long what was left had been there. */
  lasted_ms: z.int().optional(),
  /** How the namespace was set before and after. */
  set_before: namespaceSetup.partial().optional(),
  set_after: namespaceSetup.partial().optional(),
  /** The name of what was created. */
  name: z.string().optional(),
  problem: sentence.optional(),
});
export type ActivityChange = z.infer<typeof activityChange>;

const one = z.object({ id: z.string().regex(/^\d{1,15}$/) });

/** The changes of a game, newest first, and what of them its instance does not tell. */
export const gameChanges = z.object({ changes: z.array(activityChange), why_not: z.array(sentence) });
export type GameChanges = z.infer<typeof gameChanges>;

/** Calls about the activity. Pages go from the newest to the oldest. */
export const activityCalls = {
  'activity.page': call(
    activityFilter.extend({ before: one.shape.id.optional(), limit: z.int().min(1).max(500).optional() }),
    z.object({ rows: z.array(activityRow), has_more: z.boolean() }),
  ),
  'activity.get': call(one, activityDetail),
  /** The call as a command line, with $SLIPWAY_TOKEN in the token's place. */
  'activity.curl': call(one, z.object({ text: z.string() })),
  /** The calls as an HTTP Archive, with secrets masked. */
  'activity.har': call(activityFilter, z.object({ text: z.string() })),
  /** Asks another instance, or the same one, what was asked: reads only. */
  'activity.replay': call(one.extend({ instance_id: z.string() }), replayAnswer),
  'activity.changes': call(z.object({ instance_id: z.string(), game_id: z.string() }), gameChanges),
  'activity.clear': call(z.object({}), z.void()),
};

/** Topics about the activity: the newest calls, oldest of them first. */
export const activityTopics = {
  activity: listTopic(z.object({}), activityRow),
};
