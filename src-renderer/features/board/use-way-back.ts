// To which version the namespace of a lane goes back: as its game tells, else as its timeline does while it is followed.
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { type WayBack, wayBackOf } from '../namespaces/roll-back-selectors.ts';
import { goesBackTo } from './board-selectors.ts';
import { useBoard } from './board-store.ts';

/** Null where none is left, undefined where that is not known. */
export function useWayBack(game: GameFull, namespace: NamespaceSummary): WayBack | null | undefined {
  const { namespace_id: id } = namespace;
  const timeline = useBoard(({ live, timelines }) => (live[id] === true ? timelines[id] : undefined));
  return fromBoth(game, namespace, timeline);
}

/** The same at this moment, for a key that was pressed. */
export function knownWayBack(game: GameFull, namespace: NamespaceSummary): WayBack | null | undefined {
  return fromBoth(game, namespace, useBoard.getState().timelines[namespace.namespace_id]);
}

function fromBoth(
  game: GameFull,
  { namespace_id: id, version_id }: NamespaceSummary,
  timeline: TimelineView | undefined,
) {
  const told = wayBackOf(game, id);
  return told === undefined ? goesBackTo(timeline, version_id) : told;
}
