// Whether a layer lies over the page, under which keys mean something else.

const DIALOG = '[role="dialog"]';
const LAYER = `:is(${DIALOG}, [role="menu"])`;
/** One that closes fades for a moment, and takes no keys any more. */
const OPEN = ':not([data-closed])';

export function isLayerOpen(): boolean {
  return document.querySelector(LAYER + OPEN) !== null;
}

export function isDialogOpen(): boolean {
  return document.querySelector(DIALOG + OPEN) !== null;
}

/** Also while it closes, and gives the focus back. */
export function isLayerThere(): boolean {
  return document.querySelector(LAYER) !== null;
}
