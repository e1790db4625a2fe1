// The keys of the servers' page: "/" goes to the search of the log, F follows it.
import { isLayerOpen } from '../../ui/open-layer.ts';

const targets: Readonly<Record<string, string>> = { '/': '[data-search]', f: '[data-follow]' };

/** Listens until the answer is called. */
export function startServerKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    const wanted = isFree(event) ? targets[event.key.toLowerCase()] : undefined;
    const element = wanted === undefined ? null : document.querySelector<HTMLElement>(`.servers ${wanted}`);
    if (element === null) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) element.focus();
    else element.click();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

/** Whether a single key means what it does on this page. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && !isLayerOpen();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
