// How many people play on servers of this machine, as the local service counts them.
import type { InstanceService } from '../instances/instance-service.ts';
import { LOCAL_ID } from '../instances/local-instance.ts';
import type { PlayersHere } from '../transfers/queue/speed-limits.ts';
import type { GameService } from './game-service.ts';

/** While Local does not answer nobody is counted: its servers ended with it, or nothing is known of them. */
export function playersHere(instances: InstanceService, games: Pick<GameService, 'list'>): PlayersHere {
  const list = games.list(LOCAL_ID);
  return {
    now: () => {
      if (instances.view().state !== 'connected') return 0;
      return list.snapshot().reduce((all, { total_player_count: players }) => all + players, 0);
    },
    listen: (onChange) => {
      const ends = [
        list.listen(onChange),
        instances.listen(({ id }) => {
          if (id === LOCAL_ID) onChange();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
