// Games of each instance as live data: the list that comes with the connection, and single games while somebody looks.
import {
  type ListSource,
  listSource,
  type Source,
  type ValueSource,
  valueSource,
} from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import type { GamesAnswer } from '../instances/connection.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { isFinal, runWatchLoop } from '../instances/watch-loop.ts';

export type GameService = ReturnType<typeof createGameService>;

export function createGameService() {
  const lists = new Map<string, ListSource<GameRow>>();
  const groups = new Map<string, string>();
  const list = (instanceId: string) => {
    const known = lists.get(instanceId) ?? listSource<GameRow>();
    lists.set(instanceId, known);
    return known;
  };
  return {
    list,
    takeGames: (instanceId: string, answer: GamesAnswer) => {
      const group = answer.groups[0];
      if (group !== undefined) groups.set(instanceId, group.group_id);
      list(instanceId).replace(answer.games.map(toRow));
    },
    create: async (instances: InstanceService, instanceId: string, displayName: string) => {
      const group = groups.get(instanceId);
      const client = instances.find(instanceId).client();
      if (group === undefined) throw new AppError('INSTANCE_UNREACHABLE', 'The instance is not connected yet.');
      return await client.createGame({ body: { developer_group_id: group, display_name: displayName } });
    },
    /** One game, followed only while it is listened to. */
    game: (instances: InstanceService, instanceId: string, gameId: string): Source =>
      whileHeard(valueSource<GameView>({ game: null }), (source) => followGame(instances, instanceId, gameId, source)),
  };
}

function toRow(game: GamesAnswer['games'][number]): GameRow {
  const { game_id: id, name_id, display_name, logo_url, total_player_count } = game;
  return { id, name_id, display_name, total_player_count, ...(logo_url === undefined ? {} : { logo_url }) };
}

/** Follows a game over all connections of its instance; between them the last data stays, marked with its age. */
function followGame(
  instances: InstanceService,
  instanceId: string,
  gameId: string,
  source: ValueSource<GameView>,
): () => void {
  let controller: AbortController | undefined;
  let lastLive = Date.now();
  const goStale = () => {
    if (source.snapshot().stale_since === undefined) source.set({ ...source.snapshot(), stale_since: lastLive });
  };
  const follow = () => {
    controller?.abort();
    controller = new AbortController();
    const client = instances.find(instanceId).client();
    void runWatchLoop({
      signal: controller.signal,
      ask: (index, signal) =>
        client.getGame({ params: { game_id: gameId }, query: { watch_index: index } }, { signal }),
      onAnswer: ({ game }) => {
        lastLive = Date.now();
        source.set({ game });
      },
      onFailure: (error) => {
        goStale();
        return !isFinal(error);
      },
    });
  };
  const stopListening = instances.listen((view) => {
    if (view.id !== instanceId) return;
    if (view.state === 'connected') follow();
    else goStale();
  });
  if (instances.find(instanceId).view().state === 'connected') follow();
  return () => {
    stopListening();
    controller?.abort();
  };
}

/** A source whose feed runs only while somebody listens to it. */
function whileHeard<V>(source: ValueSource<V>, run: (source: ValueSource<V>) => () => void): Source {
  return {
    snapshot: () => source.snapshot(),
    listen: (listener) => {
      const stopListening = source.listen(listener);
      const stopFeed = run(source);
      return () => {
        stopFeed();
        stopListening();
      };
    },
  };
}
