// Where the sheet that promotes begins, and where the Enter key goes on: at the first choice that is open. The choices come as games are
// read, often after the sheet is there, so the focus follows them as long as nobody has moved it.
import { type RefObject, useEffect } from 'react';
import type { Ends } from './promote-selectors.ts';

type Choice = 'source' | 'version' | 'instance' | 'namespace';

/** What a person has to choose first; undefined while that is not known, and when all is chosen. */
export function firstChoiceOf({ from, destinations, to }: Ends): Choice | undefined {
  if (from.version === undefined) return from.game === undefined ? 'source' : 'version';
  if (to.instance === undefined) return destinations.length > 0 ? 'instance' : undefined;
  return to.namespace === undefined && to.namespaces.length > 0 ? 'namespace' : undefined;
}

/** The control of a choice on the sheet that `within` is in. */
export function choiceIn(within: Element | null, choice: Choice | undefined): HTMLElement | null {
  const part = choice === 'version' ? 'source' : choice;
  const stops = `[data-choice="${part}"] :is([role="radio"][tabindex="0"], [role="combobox"])`;
  const found = [...(sheetOf(within)?.querySelectorAll<HTMLElement>(stops) ?? [])];
  // Instance, game and version stand beside each other.
  return (choice === 'version' ? found.at(-1) : found[0]) ?? null;
}

function sheetOf(within: Element | null): Element | null {
  return within?.closest('[data-slot~="sheet"]') ?? null;
}

/** Gives the focus to a choice that appears while the focus is still where the sheet put it. */
export function useFirstChoice(open: boolean, ends: Ends, cancel: RefObject<HTMLButtonElement | null>): void {
  const choice = firstChoiceOf(ends);
  const cards = ends.to.namespaces.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (!open || choice === undefined) return undefined;
    // The sheet itself gives the focus in a frame that was asked for before this one.
    const frame = requestAnimationFrame(() => {
      if (!hasMoved(cancel.current)) choiceIn(cancel.current, choice)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open, choice, cards, cancel]);
}

/** Where what had the focus went away, as the games of the other side were read, nobody has it. */
function hasMoved(cancel: HTMLElement | null): boolean {
  const { activeElement: active } = document;
  const sheet = sheetOf(cancel);
  return active !== cancel && active !== sheet && sheet?.contains(active) === true;
}

/** On to a choice, once what was just chosen is drawn. */
export function focusChoice(from: Element, choice: Choice): void {
  requestAnimationFrame(() => choiceIn(from, choice)?.focus());
}

/** On to the foot: the name to type, the button that decides, or Cancel where the choice may hurt. */
export function focusDecision(from: Element, isGuarded: boolean): void {
  requestAnimationFrame(() => {
    const foot = sheetOf(from)?.querySelector('form');
    const button = isGuarded ? 'button' : '[data-slot~="primary-button"]';
    const next = foot?.querySelector<HTMLElement>('input') ?? foot?.querySelector<HTMLElement>(button);
    next?.focus();
  });
}
