// Makes a lane a place that versions can be dropped on. Files are another matter: the window's drops read `data-drop-namespace`.
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect } from 'react';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { holdOver, launch } from './board-actions.ts';

/** A lane that cannot take what is dragged says why, and does nothing when it is dropped. */
export function useLaneTarget(element: RefObject<HTMLElement | null>, place: NamespacePlace, canTake: boolean): void {
  const { instanceId, gameId, namespaceId } = place;
  useEffect(() => {
    if (element.current === null) return undefined;
    return dropTargetForElements({
      element: element.current,
      getDropEffect: () => (canTake ? 'move' : 'link'),
      onDragEnter: () => holdOver({ namespaceId, what: 'version' }),
      onDragLeave: () => holdOver(undefined),
      onDrop: ({ source }) => {
        const versionId = source.data['versionId'];
        holdOver(undefined);
        if (canTake && typeof versionId === 'string') launch({ instanceId, gameId, namespaceId }, versionId);
      },
    });
  }, [element, instanceId, gameId, namespaceId, canTake]);
}
