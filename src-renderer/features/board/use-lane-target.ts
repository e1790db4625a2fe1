// Makes a lane a place that versions can be dropped on. Files are another matter: the window's drops read `data-drop-namespace`.
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect } from 'react';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { holdOver, launch } from './board-actions.ts';

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
