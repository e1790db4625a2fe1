// Presses beside an open dialog, on what is dimmed behind it.
import { page, userEvent } from 'vitest/browser';

/** At the left edge, which no dialog reaches. */
export function pressOutside(): Promise<void> {
  return userEvent.click(page.elementLocator(document.body), { position: { x: 5, y: 400 }, force: true });
}
