// Draws components into the page as the app does: with the React that ships, which knows no `act`.
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const drawn = new Set<() => void>();

/** Drawn, with its effects, when this returns. */
export function render(what: ReactNode, container = document.body.appendChild(document.createElement('div'))): void {
  const root = createRoot(container);
  flushSync(() => root.render(what));
  drawn.add(() => {
    flushSync(() => root.unmount());
    container.remove();
  });
}

/** Takes away all that was drawn. */
export function cleanup(): void {
  for (const takeAway of drawn) takeAway();
  drawn.clear();
}
