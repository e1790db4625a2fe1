// Whether a layer lies over the page, under which single letters mean themselves.

export function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
