// What a namespace of the board needs as a lane and as a row: what it shows is followed while it is in sight, and versions are dropped
// on it.
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useState } from 'react';
import type { TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import { type NamespacePlace, useNamespaces } from '../namespaces/namespaces-store.ts';
import { useServers } from '../servers/servers-store.ts';
import { followTimeline, holdOver, launch } from './board-actions.ts';
import type { LaneServers } from './board-selectors.ts';
import { unknownServers } from './board-store.ts';

/** The same object while it is the same place. */
export function usePlace(instance_id: string, game_id: string, namespace_id: string): NamespacePlace {
  const [place, setPlace] = useState<NamespacePlace>({ instance_id, game_id, namespace_id });
  const isSame = place.instance_id === instance_id && place.game_id === game_id && place.namespace_id === namespace_id;
  if (!isSame) setPlace({ instance_id, game_id, namespace_id });
  return place;
}

/** Its servers, which the page of its game follows. */
export function useLaneServers(namespace_id: string): LaneServers {
  return useServers((state) => state.known[namespace_id]) ?? unknownServers;
}

/** Follows its timeline while it is in sight. */
export function useTimeline(place: NamespacePlace, window: TimelineWindow, isInSight: boolean): void {
  useEffect(() => (isInSight ? followTimeline(place, window) : undefined), [place, window, isInSight]);
}

/** Whether its switch is under way. */
export function useIsSwitching({ namespace_id: id }: NamespacePlace): boolean {
  return useNamespaces(
    ({ attempt, layer }) => attempt?.state === 'busy' && layer?.kind === 'switch' && layer.place.namespace_id === id,
  );
}

/** A lane that cannot take what is dragged says why, and does nothing when it is dropped. */
export function useLaneTarget(element: RefObject<HTMLElement | null>, place: NamespacePlace, canTake: boolean): void {
  const { instance_id, game_id, namespace_id } = place;
  useEffect(() => {
    if (element.current === null) return undefined;
    return dropTargetForElements({
      element: element.current,
      getDropEffect: () => (canTake ? 'move' : 'link'),
      onDragEnter: () => holdOver({ namespace_id, what: 'version' }),
      onDragLeave: () => holdOver(undefined),
      onDrop: ({ source }) => {
        const version_id = source.data['version_id'];
        holdOver(undefined);
        if (canTake && typeof version_id === 'string') launch({ instance_id, game_id, namespace_id }, version_id);
      },
    });
  }, [element, instance_id, game_id, namespace_id, canTake]);
}
