// The keys of the builds' page: "/" goes to the field that finds a build.
import { isLayerOpen } from '../../ui/open-layer.ts';

/** Listens until the answer is called. */
export function startBuildKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, select, [contenteditable]') !== null;
    if (isTyping || isLayerOpen()) return;
    const field = document.querySelector<HTMLElement>('.builds [data-find]');
    if (field === null) return;
    event.preventDefault();
    field.focus();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
