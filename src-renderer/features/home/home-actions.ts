// Follows what home shows: the games of all instances, and of those in sight what runs on their namespaces.
import type { GameView } from '../../../src-shared/games/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { client } from '../../bridge/client.ts';
import { unknownServers } from '../board/board-store.ts';
import type { LaneServers } from '../board/lane-state.ts';
import { followGames } from '../games/games-actions.ts';
import { gameKey, namespaceKey } from '../games/place-keys.ts';
import { isJoinable } from '../servers/server-format.ts';
import { DEPLOYMENTS, shownNamespaces } from './home-selectors.ts';
import { type CellPlace, useHome } from './home-store.ts';

/** Mirrors the games of all these instances until the answer is called. */
export function followAllGames(instanceIds: readonly string[]): () => void {
  const stops = instanceIds.map(followGames);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Mirrors a game with the servers of its namespaces until the answer is called. */
export function followCell(place: CellPlace): () => void {
  const key = gameKey(place);
  const followed = new Map<string, { stop: () => void; version_id: string }>();
  let badEnds: ReadonlyMap<string, number> = new Map();
  const settle = (view: GameView) => {
    useHome.setState(({ views }) => ({ views: { ...views, [key]: withLast(view, views[key]) } }));
    const before = badEnds;
    badEnds = badEndsOf(view.game) ?? before;
    const changed = new Set([...badEnds].flatMap(([id, count]) => (before.get(id) === count ? [] : [id])));
    for (const { namespace_id, version_id } of shownNamespaces(view.game)) {
      const spot = { ...place, namespace_id };
      const known = followed.get(namespace_id);
      if (known?.version_id === version_id && !ranOneOf(changed, spot, version_id)) continue;
      followed.set(namespace_id, { stop: known?.stop ?? followLive(spot), version_id });
      void readLatest(spot);
    }
  };
  const stopGame = client.subscribe('game', place, { next: settle });
  return () => {
    stopGame();
    for (const { stop } of followed.values()) stop();
  };
}

/** How often each version of a game crashed or did not start, where that is known. */
function badEndsOf(game: GameFull | null): ReadonlyMap<string, number> | undefined {
  if (game === null) return undefined;
  return new Map(
    game.versions.map(({ version_id: id, crashes, failed_starts: failed = 0 }) => [id, (crashes?.count ?? 0) + failed]),
  );
}

/** Whether one of these is among the deployments that are listed of a namespace: then another number is for one of them. */
function ranOneOf(changed: ReadonlySet<string>, spot: Place, version_id: string): boolean {
  const rows = useHome.getState().latest[namespaceKey(spot)] ?? [];
  return changed.has(version_id) || rows.some((row) => changed.has(row.version_id));
}

/** Of an instance that does not answer nothing is read when home is opened again: what was seen last stays. */
function withLast(view: GameView, last: GameView | undefined): GameView {
  return view.game === null && last?.game ? { ...last, ...view, game: last.game } : view;
}

type Place = CellPlace & { namespace_id: string };

function followLive(place: Place): () => void {
  const key = namespaceKey(place);
  const keep = (change: Partial<LaneServers>) =>
    useHome.setState(({ servers }) => ({
      servers: { ...servers, [key]: { ...(servers[key] ?? unknownServers), ...change } },
    }));
  const stops = [
    client.subscribe('servers.state', place, { next: (state) => keep({ state }) }),
    client.subscribe('servers', place, {
      next: (list) => {
        keep({ list });
        if (isFirstJoined(key, list)) void readLatest(place);
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether the newest deployment, which nobody could join when it was read, has a server now that can be. */
function isFirstJoined(key: string, list: readonly Server[]): boolean {
  const [newest] = useHome.getState().latest[key] ?? [];
  return newest?.outcome?.ran_ms === 0 && isJoinable(list, newest.version_id) === true;
}

/** What cannot be read is left out of the latest changes: its column says that the instance does not answer. */
async function readLatest(place: Place): Promise<void> {
  const key = namespaceKey(place);
  try {
    const { rows } = await client.call('namespaces.history', { ...place, limit: DEPLOYMENTS });
    useHome.setState(({ latest }) => ({ latest: { ...latest, [key]: rows } }));
  } catch {
    useHome.setState(({ latest }) => ({ latest: { ...latest, [key]: undefined } }));
  }
}
