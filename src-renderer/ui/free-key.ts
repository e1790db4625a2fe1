// Whether a single key means what it does on the page: not while somebody types, and not under a layer.
import { isLayerOpen } from './open-layer.ts';

/** A key that another place has taken already is not free either. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && !isLayerOpen();
}

/** A field of a layer that closes has the focus for a moment longer. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest('[data-closed]') !== null) return false;
  return target.closest('input, textarea, select, [contenteditable]') !== null;
}
