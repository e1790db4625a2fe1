// Brings the focus to where the next act is: the list of a page that a key opened, or one thing in it. The next key already moves there.
import { isLayerThere } from '../ui/open-layer.ts';
import { useRoute } from './route-store.ts';
import { pageKey, type Route } from './routes.ts';

/** The one stop of the Tab key in the lists of a page; the first list counts. */
const STOP = ['[data-index]', '[role="option"]', '[data-lane]', '[data-change]']
  .map((row) => ['main', `${row}[tabindex="0"]`].join(' '))
  .join();
/** What has no list begins on its first control. */
export const FIRST_CONTROL = ['a[href]', 'button', 'input', '[tabindex="0"]']
  .map((control) => ['main', `${control}:not([tabindex="-1"])`].join(' '))
  .join();
const HEADING = ['h1', 'h2'].map((heading) => ['main', heading].join(' ')).join();
/** What is not there by then leaves the focus where it is. */
const WITHIN_MS = 3_000;
/** A page that shows no list by then may have none: its heading has the focus until one comes. */
const HEADING_AFTER_MS = 300;

let turn = 0;
let isWaiting = false;

/**
 * Waits for the page, for what it reads, and for a layer to close, which gives the focus back first. A list that is redrawn as more
 * is read gets it again. A person who moves the focus meanwhile keeps it. `selector` is what is to have it, where that is not the first
 * list.
 */
export function focusPage(route: Route, selector = STOP): void {
  turn += 1;
  const mine = turn;
  const start = performance.now();
  isWaiting = true;
  let before = document.activeElement;
  let hadLayer = isLayerThere();
  let held: HTMLElement | null = null;
  const isMoved = () => {
    const { activeElement: active, body } = document;
    return held?.isConnected === true ? active !== held : active !== before && active !== body;
  };
  const place = () => {
    const { activeElement: active } = document;
    if (active === held && held?.matches(HEADING) !== true) return;
    held = stopOf(route, selector) ?? headingOf(route, start) ?? held;
    if (held !== active) focusOn(held);
  };
  const look = () => {
    if (mine !== turn) return;
    isWaiting = performance.now() - start <= WITHIN_MS && (hadLayer || !isMoved());
    if (!isWaiting) return;
    if (hadLayer) {
      hadLayer = isLayerThere();
      before = document.activeElement;
    } else place();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** After what was pressed did its work, and may be gone: the focus goes on from there. A person who has moved it keeps it. */
export function focusAfter(pressed: HTMLElement, selector: string): void {
  const { activeElement: active, body } = document;
  if (active === pressed || active === body || !pressed.isConnected) focusPage(useRoute.getState().route, selector);
}

/** Where what had the focus has gone, and a layer that closed had nothing to give it back to. A row that has gone as well leaves it to the list. */
export function focusIfLost(selector = STOP): void {
  const start = performance.now();
  const look = () => {
    if (isLayerThere() && performance.now() - start <= WITHIN_MS) requestAnimationFrame(look);
    else if (document.activeElement === document.body)
      focusPage(useRoute.getState().route, firstIn(document, selector) === null ? STOP : selector);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
}

/** None while another page is there. */
function stopOf(route: Route, selector: string): HTMLElement | null {
  const isThere = pageKey(useRoute.getState().route) === pageKey(route);
  return isThere ? firstIn(document, selector) : null;
}

/** Where nothing has the focus for a while. */
function headingOf(route: Route, start: number): HTMLElement | null {
  const isLost = document.activeElement === document.body && performance.now() - start > HEADING_AFTER_MS;
  return isLost ? stopOf(route, HEADING) : null;
}

function firstIn(place: ParentNode, selector: string): HTMLElement | null {
  const found = [...place.querySelectorAll<HTMLElement>(selector)];
  return found.find((one) => !one.matches(':disabled') && one.checkVisibility()) ?? null;
}

function focusOn(element: HTMLElement | null): void {
  if (element?.matches(HEADING) === true) element.tabIndex = -1;
  element?.focus();
}

/**
 * Where what has the focus of the keyboard goes away, and nothing takes the focus over, what is nearest to it does: a row of the list
 * or a control beside it, else the page's heading. A key pressed on nothing would do nothing.
 */
export function keepFocus(): () => void {
  let path: Element[] = [];
  const handOn = () => {
    if (isWaiting || isLayerThere() || document.activeElement !== document.body) return;
    const near = path.filter((one) => one.isConnected && one.closest('main') !== null && !one.matches('main'));
    for (const one of near) {
      const next = firstIn(one, STOP) ?? firstIn(one, FIRST_CONTROL);
      if (next !== null) {
        focusOn(next);
        return;
      }
    }
    focusOn(firstIn(document, STOP) ?? firstIn(document, HEADING));
  };
  const observer = new MutationObserver(() => {
    if (path[0]?.isConnected !== false) return;
    observer.disconnect();
    // A layer gives the focus back a moment after it went.
    requestAnimationFrame(() => requestAnimationFrame(handOn));
  });
  const follow = ({ target }: FocusEvent) => {
    observer.disconnect();
    path = [];
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    for (let one: Element | null = target; one !== null; one = one.parentElement) path.push(one);
    for (const one of path) observer.observe(one, { childList: true });
  };
  window.addEventListener('focusin', follow);
  return () => {
    window.removeEventListener('focusin', follow);
    observer.disconnect();
  };
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
