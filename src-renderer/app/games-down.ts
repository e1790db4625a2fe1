// Which games of the list have namespaces without the servers that they keep, as those crashed or did not start. Only of Local, whose
// servers are followed anyway, and of as many games as there.
import { useEffect, useState } from 'react';
import type { GameRow } from '../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../src-shared/instances/bridge.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { client } from '../bridge/client.ts';
import { downRecord } from '../features/servers/crash-record.ts';

const MOST_GAMES = 20;

/** The names of the namespaces that are down, by game. */
export type GamesDown = Readonly<Record<string, readonly string[] | undefined>>;

const none: GamesDown = {};

/** Nothing of a remote. */
export function useGamesDown(
  instance: Pick<InstanceView, 'id' | 'kind'> | undefined,
  games: readonly GameRow[] | undefined,
): GamesDown {
  const instance_id = instance?.kind === 'local' ? instance.id : undefined;
  const [down, setDown] = useState<GamesDown>(none);
  const ids = (games ?? [])
    .slice(0, MOST_GAMES)
    .map(({ id }) => id)
    .toSorted() // in another order they are the same
    .join(' ');
  useEffect(() => {
    if (instance_id === undefined || ids === '') return undefined;
    const stops = ids.split(' ').map((game_id) =>
      followGame({ instance_id, game_id }, (names) =>
        setDown((before) => {
          const isSame = (before[game_id] ?? []).join(' ') === names.join(' ');
          return isSame ? before : { ...before, [game_id]: names };
        }),
      ),
    );
    return () => {
      for (const stop of stops) stop();
      setDown(none);
    };
  }, [instance_id, ids]);
  return down;
}

type Place = { instance_id: string; game_id: string };

function followGame(place: Place, tell: (names: readonly string[]) => void): () => void {
  const servers = new Map<string, readonly Server[]>();
  const stops = new Map<string, () => void>();
  let namespaces: readonly NamespaceSummary[] = [];
  const look = () => {
    const down = namespaces.filter(
      (namespace) => downRecord(servers.get(namespace.namespace_id) ?? [], namespace) !== undefined,
    );
    tell(down.map(({ name_id: name }) => name));
  };
  const follow = (namespace_id: string) => {
    const next = (list: readonly Server[]) => {
      servers.set(namespace_id, list);
      look();
    };
    stops.set(namespace_id, client.subscribe('servers', { ...place, namespace_id }, { next }));
  };
  const settle = (wanted: readonly NamespaceSummary[]) => {
    namespaces = wanted;
    const ids = new Set(wanted.map(({ namespace_id: id }) => id));
    for (const [id, stop] of stops) {
      if (ids.has(id)) continue;
      stop();
      stops.delete(id);
      servers.delete(id);
    }
    for (const id of ids) if (!stops.has(id)) follow(id);
    look();
  };
  const stopGame = client.subscribe('game', place, { next: ({ game }) => settle(game?.namespaces ?? []) });
  return () => {
    stopGame();
    for (const stop of stops.values()) stop();
  };
}
