// Games of each instance as live data: the list that comes with the connection, those that were pinned by their id, and single
// games while somebody looks.
import {
  isSameButFresh,
  type ListSource,
  listSource,
  type Source,
  valueSource,
  whileSubscribed,
} from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import type { GamesAnswer } from '../instances/connection.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';
import { followGame } from './follow-game.ts';

export type GameService = ReturnType<typeof createGameService>;

type Known = { source: ListSource<GameRow>; listed: readonly GameRow[]; pinned: readonly GameRow[]; group?: string };

/** A game that is followed while somebody listens. */
export type FollowedGame = Omit<Source, 'snapshot'> & { snapshot(): GameView };

export function createGameService(switches: SwitchLog) {
  const known = new Map<string, Known>();
  const of = (instance_id: string): Known => {
    const found = known.get(instance_id) ?? { source: listSource<GameRow>(), listed: [], pinned: [] };
    known.set(instance_id, found);
    return found;
  };
  const update = (instance_id: string, change: Partial<Known>) => {
    const next = { ...of(instance_id), ...change };
    known.set(instance_id, next);
    const listed = new Set(next.listed.map(({ id }) => id));
    next.source.replace([...next.listed, ...next.pinned.filter(({ id }) => !listed.has(id))]);
  };
  return {
    list: (instance_id: string) => of(instance_id).source,
    takeGames: (instance_id: string, answer: GamesAnswer) => {
      const group = answer.groups[0]?.group_id;
      update(instance_id, { listed: answer.games.map(toRow), ...(group === undefined ? {} : { group }) });
    },
    takePinned: (instance_id: string, pinned: readonly GameRow[]) => update(instance_id, { pinned }),
    forget: (instance_id: string) => {
      known.get(instance_id)?.source.replace([]);
      known.delete(instance_id);
    },
    create: async (instances: InstanceService, instance_id: string, display_name: string) => {
      requireWritable(instances, instance_id);
      const client = instances.find(instance_id).client();
      const { group } = of(instance_id);
      if (group === undefined) throw new AppError('INSTANCE_UNREACHABLE', 'instance.group-not-named');
      return await client.createGame({ body: { developer_group_id: group, display_name } });
    },
    game: createFollowedGames(switches),
  };
}

/** One game, followed only while it is listened to, and once for all who do. */
function createFollowedGames(switches: SwitchLog) {
  const followed = new Map<string, FollowedGame>();
  return (instances: InstanceService, instance_id: string, game_id: string): FollowedGame => {
    const key = `${instance_id}/${game_id}`;
    const found = followed.get(key);
    if (found !== undefined) return found;
    const view = valueSource<GameView>({ game: null }, { isSame: isSameButFresh });
    const live = whileSubscribed(view, () => {
      const stop = followGame({ instances, switches, instance_id, game_id }, view);
      return () => {
        stop();
        // Who comes next gets nothing that is old.
        view.set({ game: null });
      };
    });
    const source = { listen: live.listen, snapshot: () => view.snapshot() };
    followed.set(key, source);
    return source;
  };
}

function toRow(game: GamesAnswer['games'][number]): GameRow {
  const { game_id: id, name_id, display_name, logo_url, total_player_count } = game;
  return { id, name_id, display_name, total_player_count, ...(logo_url === undefined ? {} : { logo_url }) };
}
