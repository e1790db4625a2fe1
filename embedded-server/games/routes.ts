// Answers the calls about games: reads from the services and shapes the interface's answers.

import { requireGame } from '../access/scope.ts';
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
    getGame: ({ params, query }, { caller, signal }) => {
      requireGame(caller, params.game_id);
      return answerWatched({
        hub,
        key: gameKey(params.game_id),
        index: query.watch_index,
        signal,
        read: () => {
          const whole = games.get(params.game_id);
          return { revision: whole.game.revision, data: { game: fullGame(whole, [localRegion]) } };
        },
      });
    },
    listGames: ({ query }, { caller, signal }) =>
      answerWatched({
        hub,
        key: gamesKey,
        index: query.watch_index,
        signal,
        read: () => {
          const { revision, games: all } = games.list();
          const byId = new Map(groups.list().map((group) => [group.group_id, group]));
          // A cloud token sees its one game, and no groups.
          const seen = all.filter((game) => caller.kind !== 'cloud' || game.game_id === caller.gameId);
          const seenGroups = caller.kind === 'cloud' ? [] : [...byId.values()];
          const listed = seen.map((game) => listedGame(game, byId));
          return { revision, data: { games: listed, groups: seenGroups.map(listedGroup) } };
        },
      }),
    createGame: ({ body }) => ({ game_id: games.create(body) }),
  };
}
