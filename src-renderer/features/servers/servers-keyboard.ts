// The keys of the servers' page: "/" goes to the search of the log, F follows it.
import { isFreeKey } from '../../ui/free-key.ts';

const targets: Readonly<Record<string, string>> = { '/': '[data-search]', f: '[data-follow]' };

/** Listens until the answer is called. */
export function startServerKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    const wanted = isFreeKey(event) ? targets[event.key.toLowerCase()] : undefined;
    const element = wanted === undefined ? null : document.querySelector<HTMLElement>(`.servers ${wanted}`);
    if (element === null) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) element.focus();
    else element.click();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
