// To which version the namespace of a lane goes back: as its game tells, else as its timeline does while it is followed.
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { namespaceKey } from '../games/place-keys.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { type WayBack, wayBackOf } from '../namespaces/roll-back-selectors.ts';
import { goesBackTo } from './board-selectors.ts';
import { useBoard } from './board-store.ts';

/** Null where none is left, undefined where that is not known. */
export function useWayBack(
  place: NamespacePlace,
  game: GameFull,
  namespace: NamespaceSummary,
): WayBack | null | undefined {
  const key = namespaceKey(place);
  const timeline = useBoard(({ live, timelines }) => (live[key] === true ? timelines[key] : undefined));
  return fromBoth(game, namespace, timeline);
}

/** The same at this moment, for a key that was pressed. */
export function knownWayBack(
  place: NamespacePlace,
  game: GameFull,
  namespace: NamespaceSummary,
): WayBack | null | undefined {
  return fromBoth(game, namespace, useBoard.getState().timelines[namespaceKey(place)]);
}

function fromBoth(
  game: GameFull,
  { namespace_id: id, version_id }: NamespaceSummary,
  timeline: TimelineView | undefined,
) {
  const told = wayBackOf(game, id);
  return told === undefined ? goesBackTo(timeline, version_id) : told;
}
