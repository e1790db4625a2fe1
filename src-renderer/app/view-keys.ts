// The keys of what is in view: "/" goes to the search of an open log, else to the field that finds something here; F follows the log.
import { isFreeKey } from '../ui/free-key.ts';

const targets: Readonly<Record<string, readonly string[]>> = {
  '/': ['[data-search]', '[data-find]'],
  f: ['[data-follow]'],
};

/** Listens until the answer is called. */
export function startViewKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    const wanted = isFreeKey(event) ? (targets[event.key.toLowerCase()] ?? []) : [];
    const found = wanted.flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)]);
    const element = found.find((one) => one.checkVisibility());
    if (element === undefined) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) element.focus();
    else element.click();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
