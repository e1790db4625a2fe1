// Brings the focus to where the next act is: the list of a page that a key opened, or one thing in it. The next key already moves there.
import { isLayerOpen } from '../ui/open-layer.ts';
import { useRoute } from './route-store.ts';
import { pageKey, type Route } from './routes.ts';

/** The one stop of the Tab key in the lists of a page; the first list counts. */
const STOP = ['[data-index]', '[role="option"]', '[data-lane]', '[data-change]']
  .map((row) => ['main', `${row}[tabindex="0"]`].join(' '))
  .join();
/** What is not there by then leaves the focus where it is. */
const WITHIN_MS = 3_000;

let turn = 0;

/**
 * Waits for the page, for what it reads, and for a layer to close, which gives the focus back first. A list that is redrawn as more
 * is read gets it again. A person who moves the focus meanwhile keeps it. `selector` is what is to have it, where that is not the first
 * list.
 */
export function focusPage(route: Route, selector = STOP): void {
  turn += 1;
  const mine = turn;
  const until = performance.now() + WITHIN_MS;
  let before = document.activeElement;
  let hadLayer = isLayerOpen();
  let held: HTMLElement | null = null;
  const look = () => {
    if (mine !== turn || performance.now() > until) return;
    if (hadLayer) {
      hadLayer = isLayerOpen();
      before = document.activeElement;
      requestAnimationFrame(look);
      return;
    }
    const { activeElement: active, body } = document;
    const isMoved = held?.isConnected === true ? active !== held : active !== before && active !== body;
    if (isMoved) return;
    if (active !== held) {
      held = stopOf(route, selector);
      held?.focus();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** None while another page is there. */
function stopOf(route: Route, selector: string): HTMLElement | null {
  const isThere = pageKey(useRoute.getState().route) === pageKey(route);
  return isThere ? document.querySelector<HTMLElement>(selector) : null;
}

/**
 * Where a page that goes away takes the focus of the keyboard with it, as a link on it was followed, the next page gets it. Started
 * before the routes are: what is focused is known only until they have drawn the next page.
 */
export function startFocus(): () => void {
  const follow = () => {
    const focused = document.activeElement;
    if (focused === null || !focused.matches('main :focus-visible')) return;
    requestAnimationFrame(() => {
      if (!focused.isConnected) focusPage(useRoute.getState().route);
    });
  };
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}
