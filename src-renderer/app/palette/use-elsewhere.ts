// Follows what the other instances have of the open game, while the palette asks where a command is to be run.
import { useEffect, useMemo } from 'react';
import { followGame, followGames } from '../../features/games/games-actions.ts';
import { twinOf } from '../../features/games/games-selectors.ts';
import { useGames } from '../../features/games/games-store.ts';
import { gameKey } from '../../features/games/place-keys.ts';
import { openInstanceOf, whyInstanceUnavailable } from '../../features/instances/instances-selectors.ts';
import { useInstances } from '../../features/instances/instances-store.ts';
import type { Command, CommandGroup } from './command.ts';
import { elsewhereGroups, type There } from './elsewhere.ts';
import type { OpenGame } from './namespace-commands.ts';
import { paletteActions } from './run-commands.ts';

/** The lines of the other instances; none for no command. `others` are all that answer. */
export function useElsewhere(command: Command | undefined, open: OpenGame | undefined) {
  const instances = useInstances((state) => state.instances);
  const hereId = useInstances((state) => openInstanceOf(state)?.id);
  const games = useGames((state) => state.games);
  const views = useGames((state) => state.open);
  const others = useMemo(
    () => (instances ?? []).filter((one) => one.id !== hereId && whyInstanceUnavailable(one) === undefined),
    [instances, hereId],
  );
  const game = open?.game;
  const theirs = useMemo(
    () =>
      others.map((instance): There => {
        const rows = games[instance.id];
        const game_id = twinOf(rows ?? [], game)?.id;
        const view = views[gameKey({ instance_id: instance.id, game_id: game_id ?? '' })]?.view;
        return { instance, games: rows, game_id, game: view?.game ?? undefined };
      }),
    [others, games, views, game],
  );
  const isOn = command !== undefined;
  useFollowed(
    isOn,
    others.map(({ id }) => id),
    followGames,
  );
  useFollowed(
    isOn,
    theirs.flatMap(({ instance, game_id }) =>
      game_id === undefined ? [] : [gameKey({ instance_id: instance.id, game_id })],
    ),
    followPlace,
  );
  const groups = useMemo(
    (): CommandGroup[] | undefined =>
      command === undefined ? undefined : elsewhereGroups(command, theirs, paletteActions),
    [command, theirs],
  );
  return { groups, others };
}

function followPlace(place: string): () => void {
  const [instance_id = '', game_id = ''] = place.split('/');
  return followGame(instance_id, game_id);
}

/** Restarts only when others are to be followed. */
function useFollowed(isOn: boolean, ids: readonly string[], follow: (id: string) => () => void): void {
  const key = isOn ? ids.join(' ') : '';
  useEffect(() => {
    const stops = key
      .split(' ')
      .filter(Boolean)
      .map((id) => follow(id));
    return () => {
      for (const stop of stops) stop();
    };
  }, [key, follow]);
}
