// Games that were added by their id, for instances that do not list theirs. Each is followed for as long as it is pinned.
import { valueSource } from '../../../src-shared/bridge/source.ts';
import { type GameRow, type GameView, gameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';
import { type FollowOptions, followGame } from './follow-game.ts';

type Pin = { view: () => GameView; stop(): void };
export type PinnedGames = ReturnType<typeof createPinnedGames>;

export function createPinnedGames(
  instances: InstanceService,
  switches: SwitchLog,
  onRows: (instance_id: string, rows: GameRow[]) => void,
) {
  const pins = new Map<string, Map<string, Pin>>();
  let isClosed = false;
  const rowsOf = (instance_id: string) =>
    [...(pins.get(instance_id) ?? [])].map(([game_id, { view }]) => toRow(game_id, view()));

  /** Makes what is followed be what is pinned. */
  const settle = (instance_id: string, requested: readonly string[]) => {
    if (isClosed) return;
    const running = pins.get(instance_id) ?? new Map<string, Pin>();
    pins.set(instance_id, running);
    const gone = [...running.keys()].filter((game_id) => !requested.includes(game_id));
    const added = requested.filter((game_id) => !running.has(game_id));
    for (const game_id of gone) {
      running.get(game_id)?.stop();
      running.delete(game_id);
    }
    const report = () => onRows(instance_id, rowsOf(instance_id));
    for (const game_id of added) running.set(game_id, beginPin({ instances, switches, instance_id, game_id }, report));
    if (gone.length + added.length > 0) report();
  };
  return {
    settle,
    set: (instance_id: string, game_id: string, isPinned: boolean) => {
      instances.mark(instance_id, ({ pinned_games: known }) => {
        const others = known.filter((one) => one !== game_id);
        return { pinned_games: isPinned ? [...others, game_id] : others };
      });
      settle(instance_id, instances.marks(instance_id).pinned_games);
    },
    close: () => {
      isClosed = true;
      for (const running of pins.values()) for (const { stop } of running.values()) stop();
      pins.clear();
    },
  };
}

function beginPin(options: FollowOptions, onChange: () => void): Pin {
  const source = valueSource<GameView>({ game: null });
  const stopListening = source.listen(onChange);
  const stopFollowing = followGame(options, source);
  return {
    view: () => source.snapshot(),
    stop: () => {
      stopFollowing();
      stopListening();
    },
  };
}

/** A game that was not read yet is called by its id. */
function toRow(game_id: string, { game, fresh_at, stale_since, problem }: GameView): GameRow {
  const shown = game ?? { name_id: '', display_name: game_id, total_player_count: 0, logo_url: undefined };
  const { name_id, display_name, total_player_count, logo_url } = shown;
  const known = { logo_url, fresh_at, stale_since, problem };
  const row = { id: game_id, name_id, display_name, total_player_count, is_pinned: true };
  return gameRow.parse({ ...row, ...known });
}
