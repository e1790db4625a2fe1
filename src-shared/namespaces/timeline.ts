// The timeline of a namespace: how many players it had over time, and which versions ran meanwhile.
import { z } from 'zod';
import { valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { sentence } from '../text/message-schema.ts';

const place = z.object({ instance_id: z.string(), game_id: z.string(), namespace_id: z.string() });

/** How much of the past a timeline shows; `all` is the whole history of the game, the same for each of its namespaces. */
export const timelineWindow = z.enum(['all', 'day', 'week', 'month']);
export type TimelineWindow = z.infer<typeof timelineWindow>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More is not remembered of players. */
export const LONGEST_MS = 720 * HOUR_MS;

/** How long a game has been there, in whole minutes, and from an hour on in whole hours. */
export function historySpan(created: string, now: number): number {
  const age = Math.max(MINUTE_MS, now - Date.parse(created));
  const step = age < HOUR_MS ? MINUTE_MS : HOUR_MS;
  return Math.min(LONGEST_MS, Math.ceil(age / step) * step);
}

/** How many players there were at a moment. Null: from here on that is not known. */
export const timelinePoint = z.object({ at: z.int(), players: z.int().nullable() });
export type TimelinePoint = z.infer<typeof timelinePoint>;

/** The time that one version ran; without `to`, it runs now. Counts are absent where they are not known. */
export const timelineDeployment = z.object({
  version_id: z.string(),
  /** Null for a version that the game no longer has. */
  display_name: z.string().nullable(),
  /** It is the version that the game was made with, which runs nothing. */
  is_none: z.boolean().optional(),
  from: z.int(),
  to: z.int().optional(),
  /** An earlier version took over from it again. */
  is_rolled_back: z.boolean(),
  crashes: z.int().optional(),
  /** How many servers did not start. */
  failed_starts: z.int().optional(),
  /** Three crashes came within a minute. */
  crash_loop: z.boolean().optional(),
  /** How long a server of it could be joined, and whether that went well. */
  ran_ms: z.int().optional(),
  ran_well: z.boolean().optional(),
  peak: z.int().optional(),
});
export type TimelineDeployment = z.infer<typeof timelineDeployment>;

/** A namespace over time: players, and the versions that ran. Times are Unix milliseconds. */
export const timelineView = z.object({
  from: z.int(),
  to: z.int(),
  points: z.array(timelinePoint),
  /** Whether the instance tells the players of this namespace, or only those of its whole game. */
  tells_players: z.boolean(),
  /** Oldest first; null until the history was read. The first may have begun before `from`. */
  deployments: z.array(timelineDeployment).nullable(),
  /** Nothing was ever deployed to it: it has the version that its game was made with, which has no build. Absent where that is not known. */
  never_deployed: z.boolean().optional(),
  /** The version to go back to: the last one that was not rolled back, if the game still has it. */
  roll_back: z.object({ version_id: z.string(), display_name: z.string(), note: sentence.optional() }).optional(),
  /** Why the history could not be read. */
  problem: errorBody.optional(),
});
export type TimelineView = z.infer<typeof timelineView>;

/** Topics about timelines. The history is read only while somebody looks; players are remembered while the app runs. */
export const timelineTopics = {
  'namespaces.timeline': valueTopic(place.extend({ window: timelineWindow }), timelineView),
};
