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
  onRows: (instanceId: string, rows: GameRow[]) => void,
) {
  const pins = new Map<string, Map<string, Pin>>();
  let isClosed = false;
  const rowsOf = (instanceId: string) =>
    [...(pins.get(instanceId) ?? [])].map(([gameId, { view }]) => toRow(gameId, view()));

  /** Makes what is followed be what is pinned. */
  const settle = (instanceId: string, wished: readonly string[]) => {
    if (isClosed) return;
    const running = pins.get(instanceId) ?? new Map<string, Pin>();
    pins.set(instanceId, running);
    const gone = [...running.keys()].filter((gameId) => !wished.includes(gameId));
    const added = wished.filter((gameId) => !running.has(gameId));
    for (const gameId of gone) {
      running.get(gameId)?.stop();
      running.delete(gameId);
    }
    const told = () => onRows(instanceId, rowsOf(instanceId));
    for (const gameId of added) running.set(gameId, beginPin({ instances, switches, instanceId, gameId }, told));
    if (gone.length + added.length > 0) told();
  };
  return {
    settle,
    set: (instanceId: string, gameId: string, isPinned: boolean) => {
      instances.mark(instanceId, ({ pinned_games: known }) => {
        const others = known.filter((one) => one !== gameId);
        return { pinned_games: isPinned ? [...others, gameId] : others };
      });
      settle(instanceId, instances.marks(instanceId).pinned_games);
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
function toRow(gameId: string, { game, fresh_at, stale_since, problem }: GameView): GameRow {
  const shown = game ?? { name_id: '', display_name: gameId, total_player_count: 0, logo_url: undefined };
  const { name_id, display_name, total_player_count, logo_url } = shown;
  const known = { logo_url, fresh_at, stale_since, problem };
  const row = { id: gameId, name_id, display_name, total_player_count, is_pinned: true };
  return gameRow.parse({ ...row, ...known });
}
