// Rows that are dragged to a place in the window, by the browser's own drag and drop. What is dragged is the business of those who call.

/** A row on its way carries this kind, so that nothing else takes it for a file or a text. */
export const WITHIN = 'application/x-slipway-row';

type Row = { onStart: () => void; onEnd: () => void };

/** Makes an element one that can be dragged, until the answer is called. */
export function draggableRow(element: HTMLElement, { onStart, onEnd }: Row): () => void {
  element.draggable = true;
  let picture = 0;
  const start = (event: DragEvent) => {
    if (event.dataTransfer === null) return;
    event.dataTransfer.setData(WITHIN, '');
    // The browser takes its picture of the row after this; what changes the look of the row comes later.
    picture = requestAnimationFrame(onStart);
  };
  const end = () => {
    cancelAnimationFrame(picture);
    onEnd();
  };
  element.addEventListener('dragstart', start);
  element.addEventListener('dragend', end);
  return () => {
    element.removeEventListener('dragstart', start);
    element.removeEventListener('dragend', end);
  };
}

type Target = { canTake: boolean; onOver: (isOver: boolean) => void; onDrop: () => void };

/** Makes an element one that rows can be dropped on, until the answer is called. One that cannot take the row still hears of it, to say why. */
export function rowTarget(element: HTMLElement, { canTake, onOver, onDrop }: Target): () => void {
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes(WITHIN) !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = canTake ? 'move' : 'link';
    onOver(true);
  };
  const leave = ({ relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) onOver(false);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes(WITHIN) !== true) return;
    event.preventDefault();
    onOver(false);
    if (canTake) onDrop();
  };
  element.addEventListener('dragenter', over);
  element.addEventListener('dragover', over);
  element.addEventListener('dragleave', leave);
  element.addEventListener('drop', drop);
  return () => {
    element.removeEventListener('dragenter', over);
    element.removeEventListener('dragover', over);
    element.removeEventListener('dragleave', leave);
    element.removeEventListener('drop', drop);
  };
}
