// What is dragged over the board from outside: which lane it is over, and whether it would only be uploaded.
import { holdOver } from './board-actions.ts';

/** Watches until the answer is called. */
export function startBoardDrags(): () => void {
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    const lane = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-lane]') : null;
    const namespace_id = lane?.dataset['lane'];
    holdOver(namespace_id === undefined ? undefined : { namespace_id, what: event.shiftKey ? 'upload' : 'files' });
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null && event.dataTransfer?.types.includes('Files') === true) holdOver(undefined);
  };
  const end = () => holdOver(undefined);
  const stops = new AbortController();
  const { signal } = stops;
  window.addEventListener('dragover', over, { signal });
  window.addEventListener('dragleave', leave, { signal });
  window.addEventListener('drop', end, { signal });
  return () => stops.abort();
}
