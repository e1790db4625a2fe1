// Answers the calls about games: reads from the services and shapes the interface's answers.

import type { GroupService } from '../groups/service.ts';
import type { SomeHandlers } from '../http/handlers.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import { answerWatched } from '../watch/watched.ts';
import { localRegion } from './region.ts';
import { type GameService, gameKey, gamesKey } from './service.ts';
import { fullGame, listedGame, listedGroup } from './shapes.ts';

type Parts = { games: GameService; groups: GroupService; hub: WatchHub };

export function gameHandlers({ games, groups, hub }: Parts): SomeHandlers<'getGame' | 'createGame' | 'listGames'> {
  return {
    getGame: ({ params, query }, { signal }) =>
      answerWatched({
        hub,
        key: gameKey(params.game_id),
        index: query.watch_index,
        signal,
        read: () => {
          const whole = games.get(params.game_id);
          return { revision: whole.game.revision, data: { game: fullGame(whole, [localRegion]) } };
        },
      }),
    listGames: ({ query }, { signal }) =>
      answerWatched({
        hub,
        key: gamesKey,
        index: query.watch_index,
        signal,
        read: () => {
          const { revision, games: all } = games.list();
          const byId = new Map(groups.list().map((group) => [group.group_id, group]));
          const listed = all.map((game) => listedGame(game, byId));
          return { revision, data: { games: listed, groups: [...byId.values()].map(listedGroup) } };
        },
      }),
    createGame: ({ body }) => ({ game_id: games.create(body) }),
  };
}
