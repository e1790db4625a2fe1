// What a namespace of the board needs as a lane and as a row; what it shows is followed while it is in sight.
import { useEffect, useRef, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { useInSight } from '../../ui/use-in-sight.ts';
import { namespaceKey } from '../games/place-keys.ts';
import { type NamespacePlace, useNamespaces } from '../namespaces/namespaces-store.ts';
import { useServers } from '../servers/servers-store.ts';
import { followTimeline } from './board-actions.ts';
import { unknownServers } from './board-store.ts';
import { useLaneOffer, useLaneTarget } from './lane-drop.tsx';
import type { LaneServers } from './lane-state.ts';

type OnBoard = { instance: InstanceView; game: GameFull; namespace: NamespaceSummary; window: TimelineWindow };

/** What both are: where the namespace is, its servers and what it takes. It follows its players only while `element` is in sight. */
export function useLane({ instance, game, namespace, window }: OnBoard) {
  const element = useRef<HTMLElement>(null);
  const place = usePlace(instance.id, game.game_id, namespace.namespace_id);
  useTimeline(place, window, useInSight(element));
  const servers = useLaneServers(place.namespace_id);
  const offer = useLaneOffer({ instance, game, namespace, servers });
  useLaneTarget(element, place, offer.canTake);
  return { element, place, servers, offer };
}

/** The same object while it is the same place. */
function usePlace(instance_id: string, game_id: string, namespace_id: string): NamespacePlace {
  const [place, setPlace] = useState<NamespacePlace>({ instance_id, game_id, namespace_id });
  const isSame = place.instance_id === instance_id && place.game_id === game_id && place.namespace_id === namespace_id;
  if (!isSame) setPlace({ instance_id, game_id, namespace_id });
  return place;
}

/** Its servers, which the page of its game follows. */
function useLaneServers(namespace_id: string): LaneServers {
  return useServers((state) => state.known[namespace_id]) ?? unknownServers;
}

/** Follows its timeline while it is in sight. */
function useTimeline(place: NamespacePlace, window: TimelineWindow, isInSight: boolean): void {
  useEffect(() => (isInSight ? followTimeline(place, window) : undefined), [place, window, isInSight]);
}

/** Whether its switch is under way. */
export function useIsSwitching(place: NamespacePlace): boolean {
  return useNamespaces(({ busy }) => busy[namespaceKey(place)] === 'switching');
}
