// Games as the window sees them, each on one instance.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { gameFull } from '../service/games.ts';
import { typedId, typedName } from '../typed-fields.ts';

/** A game in the sidebar. One that was added by its id has no names until it was read. */
export const gameRow = z.object({
  id: z.string(),
  name_id: z.string(),
  display_name: z.string(),
  logo_url: z.string().optional(),
  total_player_count: z.int(),
  /** Added by its id, since its instance does not list games. */
  is_pinned: z.boolean().optional(),
  /** For a pinned game: when it was last read, since when it is no longer live, and why. */
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  problem: errorBody.optional(),
});
export type GameRow = z.infer<typeof gameRow>;

/** A namespace that changed its version while it was watched, and not from here. */
export const changedElsewhere = z.object({
  namespace_id: z.string(),
  from_version_id: z.string(),
  version_id: z.string(),
  seen_at: z.int(),
  /** The service itself did it: what was switched to did not start. */
  by_service: z.boolean().optional(),
});
export type ChangedElsewhere = z.infer<typeof changedElsewhere>;

/** One game with its namespaces and versions; null until it has been read. */
export const gameView = z.object({
  game: gameFull.nullable(),
  /** Since when the data is no longer live, in Unix milliseconds; absent while it is. */
  stale_since: z.int().optional(),
  /** When it last answered, in Unix milliseconds. */
  fresh_at: z.int().optional(),
  /** Why it is not live. */
  problem: errorBody.optional(),
  /** The last change of each namespace that came from somebody else. */
  changed_elsewhere: z.array(changedElsewhere).optional(),
});
export type GameView = z.infer<typeof gameView>;

/** Calls about games. */
export const gameCalls = {
  'games.create': call(
    z.object({ instance_id: z.string(), display_name: typedName }),
    z.object({ game_id: z.string() }),
  ),
  /** Runs the sample game on the local service; answers where it can be played, and that was opened. */
  'games.runSample': call(
    z.object({}),
    z.object({ game_id: z.string(), namespace_id: z.string(), server_id: z.string(), url: z.string() }),
  ),
  /** Follows a game by its id, for an instance that does not list its games. */
  'games.pin': call(z.object({ instance_id: z.string(), game_id: typedId }), z.void()),
  'games.unpin': call(z.object({ instance_id: z.string(), game_id: z.string() }), z.void()),
};

/** Topics about games. */
export const gameTopics = {
  games: listTopic(z.object({ instance_id: z.string() }), gameRow),
  game: valueTopic(z.object({ instance_id: z.string(), game_id: z.string() }), gameView),
};
