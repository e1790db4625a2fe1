// Answers the window's calls and topics about games.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { gameCalls, gameTopics } from '../../../src-shared/games/bridge.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { GameService } from './game-service.ts';
import type { PinnedGames } from './pinned-games.ts';
import type { RunningSample } from './run-sample.ts';

type Contract = { calls: typeof gameCalls; topics: typeof gameTopics };

export function gameHandlers(
  games: GameService,
  pins: PinnedGames,
  instances: InstanceService,
  sample: () => Promise<RunningSample>,
): CallHandlers<Contract> {
  return {
    'games.create': ({ instance_id: id, display_name: name }) => games.create(instances, id, name),
    'games.runSample': sample,
    'games.pin': async ({ instance_id: id, game_id }) => {
      pins.set(id, game_id.trim(), true);
    },
    'games.unpin': async ({ instance_id: id, game_id }) => {
      pins.set(id, game_id, false);
    },
  };
}

export function gameSources(games: GameService, instances: InstanceService): TopicSources<Contract> {
  return {
    games: ({ instance_id: id }) => games.list(instances.find(id).id),
    game: ({ instance_id: id, game_id }) => games.game(instances, id, game_id),
  };
}
