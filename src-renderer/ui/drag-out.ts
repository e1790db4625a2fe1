// Lets something be dragged out of the window: the system's own drag of a file takes the place of the page's.
import type { DragEvent } from 'react';

/** Props for what can be dragged; none where it cannot. */
export function dragOut(begin: (() => void) | undefined) {
  if (begin === undefined) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.preventDefault();
      begin();
    },
  };
}
