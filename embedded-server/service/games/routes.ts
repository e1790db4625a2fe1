// Answers the calls about games: reads from the services and shapes the interface's answers.
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { RegionSummary } from '../../../src-shared/service/regions.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { validationErrors } from '../../platform/validation/problems.ts';
import { gameKey, gamesKey } from '../../platform/watch/keys.ts';
import { createRevisionCache } from '../../platform/watch/revision-cache.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { answerWatched } from '../../platform/watch/watched.ts';
import type { GroupService } from '../groups/service.ts';
import { listedGroup } from '../groups/shapes.ts';
import type { GameService } from './service.ts';
import { type FindLastGood, fullGame, listedGame, type PictureUrl } from './shapes.ts';

type Parts = {
  games: GameService;
  groups: GroupService;
  hub: WatchHub;
  pictureUrl: PictureUrl;
  listRegions: () => RegionSummary[];
  /** How many play a game now. */
  players: (game_id: string) => number;
  lastGood: FindLastGood;
  publicUrl: () => string;
};
type Served = 'getGame' | 'createGame' | 'listGames' | 'validateGame' | 'updateGame';

export function gameHandlers(parts: Parts): SomeHandlers<Served> {
  const { games, hub, pictureUrl, players, listRegions, lastGood } = parts;
  /** A game's revision moves with everything that it shows, so what was made for one stays right until then. */
  const memory = createRevisionCache<{ game: GameFull }>();
  return {
    getGame: ({ params, query }, { signal }) => {
      return answerWatched({
        hub,
        key: gameKey(params.game_id),
        index: query.watch_index,
        signal,
        share: 'getGame',
        read: () => {
          const revision = games.revision(params.game_id);
          const data = memory.at(params.game_id, revision, () => ({
            game: fullGame(games.get(params.game_id), {
              regions: listRegions(),
              players: players(params.game_id),
              url: pictureUrl,
              lastGood,
            }),
          }));
          return { revision, data };
        },
      });
    },
    listGames: ({ query }, { caller, signal }) => {
      const game_id = caller.kind === 'cloud' ? caller.game_id : undefined;
      return answerWatched({
        hub,
        key: game_id === undefined ? gamesKey : gameKey(game_id),
        index: query.watch_index,
        signal,
        share: 'listGames',
        read: () => (game_id === undefined ? readAll(parts) : readOne(parts, game_id)),
      });
    },
    createGame: ({ body }) => ({ game_id: games.create(body) }),
    validateGame: ({ body }) => validationErrors(games.validate(body)),
    updateGame: ({ params, body }) => {
      games.rename(params.game_id, body);
      return {};
    },
  };
}

function readAll({ games, groups, players, pictureUrl: url, publicUrl }: Parts) {
  const { revision, games: all } = games.list();
  const listing = { groupNames: groups.names(), players, url, publicUrl: publicUrl() };
  const listed = all.map((game) => listedGame(game, listing));
  return { revision, data: { games: listed, groups: groups.list().map((group) => listedGroup(group, publicUrl())) } };
}

function readOne({ games, groups, players, pictureUrl: url, publicUrl }: Parts, game_id: string) {
  const game = games.one(game_id);
  return {
    revision: game.revision,
    data: {
      games: [listedGame(game, { groupNames: groups.names(), players, url, publicUrl: publicUrl() })],
      groups: [],
    },
  };
}
