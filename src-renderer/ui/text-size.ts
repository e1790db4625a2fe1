// Lengths that grow with the text: what the styles say in rem and code has to know in pixels.
import { useSyncExternalStore } from 'react';

/** The size of text at which lengths are written down. */
const USUAL_PX = 16;

const listeners = new Set<() => void>();
/** Undefined while nobody is told of changes. */
let scale: number | undefined;
let stop: (() => void) | undefined;

/** A length at the text size that this person has set, given at the usual one. It follows the browser's setting. */
export function useTextLength(usualPx: number): number {
  return usualPx * useSyncExternalStore(follow, known);
}

/** To measure is work for the browser, and many ask at once. */
function known(): number {
  scale ??= textScale();
  return scale;
}

/** 2 with text at 200 %. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_PX) / USUAL_PX;
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= watch();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
    scale = undefined;
  };
}

/** Browsers tell no page that this setting changed, but its box of one rem does. */
function watch(): () => void {
  const probe = document.createElement('div');
  probe.setAttribute('aria-hidden', 'true');
  Object.assign(probe.style, { position: 'fixed', width: '1rem', visibility: 'hidden' });
  const observer = new ResizeObserver(() => {
    scale = textScale();
    for (const listener of listeners) listener();
  });
  document.body.append(probe);
  observer.observe(probe);
  return () => {
    observer.disconnect();
    probe.remove();
  };
}
