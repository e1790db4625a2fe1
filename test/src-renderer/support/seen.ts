// What of the page can be seen, pressed and reached, as a person would find out.

const PRESSABLE = 'button, a[href], input, select, textarea, summary, [role="row"][data-index], [role="option"]';
/** One stop for many: arrows move in them. */
const ONE_STOP =
  '[role="grid"], [role="listbox"], [role="radiogroup"], [role="menu"], [role="tablist"], [role="toolbar"]';

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
}

/** Everything in the layer on top that a mouse could press now. */
export function pressable(): Element[] {
  const layers = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  const top = layers.item(layers.length - 1) ?? document.body;
  return [...top.querySelectorAll(PRESSABLE)].filter(
    (each) => isShown(each) && !each.matches(':disabled') && each.closest('[aria-hidden="true"], [inert]') === null,
  );
}

/** Whether Tab came to it, or to where arrows lead to it. */
export function isPassed(element: Element, stops: ReadonlySet<Element>): boolean {
  if (stops.has(element)) return true;
  const label = element.closest('label');
  if (label !== null && [...stops].some((stop) => label.contains(stop))) return true;
  const group = element.closest(ONE_STOP) ?? (element.matches('[tabindex="-1"]') ? element.closest('ul, ol') : null);
  if (group === null) return false;
  return [...stops].some((stop) => group.contains(stop) || stop.getAttribute('aria-controls') === group.id);
}

/** Adds what Tab would come to next and is made like a stop before it, but for the last ones, and goes there. */
export function passOver(stops: Set<Element>, last: number): void {
  const madeLike = (each: Element) => `${each.tagName} ${each.getAttribute('role')} ${each.className}`;
  const kinds = new Set([...stops].map(madeLike));
  const alike = pressable().filter((each): each is HTMLElement => each instanceof HTMLElement && each.tabIndex >= 0);
  const next = alike.filter((each) => !stops.has(each) && kinds.has(madeLike(each))).slice(0, -last);
  for (const each of next) stops.add(each);
  next.at(-1)?.focus();
}

/** Whether a ring is drawn around an element, or around the field that it is the inner part of, or around the choice it leads. */
export function hasRing(element: Element): boolean {
  const led = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  if (led !== null) return led.matches('[data-highlighted]');
  return [element, element.parentElement].some((each) => {
    if (each === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
}

/** What can be pressed and lies beyond the side of the window, with no way to scroll there. */
export function cutAtTheSide(width: number): string[] {
  return pressable()
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return (left < -1 || right > width + 1) && !scrollsSideways(each);
    })
    .map((each) => each.outerHTML.slice(0, 200));
}

/** What can be moved sideways: in a window that is wide enough nothing has to be, but for a log, whose lines are as long as they were written. */
export function movesSideways(): string[] {
  return [...document.querySelectorAll('body *:not([role="log"])')]
    .filter((each) => isShown(each) && each.scrollWidth > each.clientWidth + 1)
    .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
    .map((each) => `${each.outerHTML.slice(0, 120)} ${each.scrollWidth} in ${each.clientWidth}`);
}

function scrollsSideways(element: Element): boolean {
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    if (each.scrollWidth > each.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
      return true;
  }
  return false;
}

/** Glyphs without a word beside them, and part maps, charts and timelines without a name. */
export function unnamedDrawings(): string[] {
  const glyphs = [...document.querySelectorAll('svg[data-slot~="glyph"]')].filter(
    (glyph) => isShown(glyph) && !formatHas(glyph),
  );
  const drawings = [...document.querySelectorAll('[data-slot~="deployment"], [role="img"]')].filter(
    (each) => each.closest('[aria-hidden="true"]') === null && !each.getAttribute('aria-label')?.trim(),
  );
  return [...glyphs, ...drawings].map((each) => each.outerHTML.slice(0, 200));
}

/** Its own name, or words as near as those of a table's cell or a row's button. */
function formatHas(glyph: Element): boolean {
  const near = [glyph, glyph.parentElement, glyph.parentElement?.parentElement];
  return near.some((each) => Boolean(each?.getAttribute('aria-label')?.trim() || each?.textContent.trim()));
}

function texts(): Element[] {
  return [...document.querySelectorAll('body *')].filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      each.closest('svg') === null &&
      [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
}

/** The sizes of all text that shows, in pixels. */
export function textSizes(): number[] {
  return texts().map((each) => Number.parseFloat(getComputedStyle(each).fontSize));
}

/** Text that something around it cuts off, with neither a way to scroll to it nor an ellipsis. */
export function cutText(): string[] {
  return texts().flatMap((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const by = cutter(each, range.getBoundingClientRect());
    return by === undefined ? [] : [`${each.textContent.slice(0, 40)} by ${by.outerHTML.slice(0, 120)}`];
  });
}

/** What cuts a text off: the first around it that hides what stands out, before one that scrolls or ends in an ellipsis. */
function cutter(text: Element, { top, bottom, left, right }: DOMRect): Element | undefined {
  for (let each: Element | null = text; each !== null && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (isMeantToCut(style)) return undefined;
    const box = each.getBoundingClientRect();
    if (hides(style.overflowY) && (bottom > box.bottom + 2 || top < box.top - 2)) return each;
    if (hides(style.overflowX) && (right > box.right + 2 || left < box.left - 2)) return each;
  }
  return undefined;
}

const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

/** What scrolls, what ends in an ellipsis, and what only screen readers read. */
function isMeantToCut(style: CSSStyleDeclaration): boolean {
  if (scrolls(style.overflowX) || scrolls(style.overflowY) || style.position === 'fixed') return true;
  return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.clipPath !== 'none';
}
