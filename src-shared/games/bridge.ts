// Games as the window sees them, each on one instance.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { gameFull } from '../service/games.ts';

/** A game in the sidebar. */
export const gameRow = z.object({
  id: z.string(),
  name_id: z.string(),
  display_name: z.string(),
  logo_url: z.string().optional(),
  total_player_count: z.int(),
});
/** See `gameRow`. */
export type GameRow = z.infer<typeof gameRow>;

/** One game with its namespaces and versions; null until it has been read. */
export const gameView = z.object({
  game: gameFull.nullable(),
  /** Since when the data is no longer live, in Unix milliseconds; absent while it is. */
  stale_since: z.int().optional(),
});
/** See `gameView`. */
export type GameView = z.infer<typeof gameView>;

/** Calls about games. */
export const gameCalls = {
  'games.create': call(
    z.object({ instance_id: z.string(), display_name: z.string() }),
    z.object({ game_id: z.string() }),
  ),
};

/** Topics about games. */
export const gameTopics = {
  games: listTopic(z.object({ instance_id: z.string() }), gameRow),
  game: valueTopic(z.object({ instance_id: z.string(), game_id: z.string() }), gameView),
};
