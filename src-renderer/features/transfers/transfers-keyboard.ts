// The keys of the page of transfers: J and K, or the arrows, go from row to row; Tab reaches the buttons of the row from there.
import { isFreeKey } from '../../ui/free-key.ts';
import { listStep } from '../../ui/list-step.ts';

/** Listens until the answer is called. */
export function startTransferKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!isFreeKey(event)) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-transfer]')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    // From elsewhere, the first step leads to the first row.
    const next = at < 0 && listStep(event, 0, rows.length) !== undefined ? 0 : listStep(event, at, rows.length);
    const row = rows[next ?? -1];
    if (row === undefined) return;
    event.preventDefault();
    row.focus();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
