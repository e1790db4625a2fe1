// Whether a layer lies over the page, under which single letters mean themselves. A message in the corner is none.

/** A toast calls itself a dialog too, and goes away by itself. */
export function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([data-slot~="toast"]), [role="menu"]') !== null;
}
