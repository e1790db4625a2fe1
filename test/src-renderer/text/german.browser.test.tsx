// Every screen, changed to German while it stands open at the window's smallest size: nothing of it stays English, and
// nothing is cut off or pushed out of the window.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeSettings } from '../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../src-renderer/text/language.ts';
import { german } from '../../../src-shared/text/de/index.ts';
import { screens } from '../support/screens.ts';

beforeEach(() => page.viewport(960, 600));
afterEach(() => useLanguage.setState(useLanguage.getInitialState(), true));

test.each(screens.map((screen) => [screen.name, screen] as const))('%s in German', async (_, screen) => {
  await screen.open();
  await expect.element(screen.shows()).toBeVisible();
  await changeSettings({ language: 'de' });
  await expect.poll(() => document.documentElement.lang).toBe('de');
  await expect.poll(leftInEnglish).toEqual([]);
  expect(cutOff()).toEqual([]);
});

test('names keys as a German keyboard does', async () => {
  await screens.find(({ name }) => name === 'home')?.open();
  await changeSettings({ language: 'de' });
  await expect.poll(() => [...document.querySelectorAll('kbd')].map((one) => one.textContent)).toContain('StrgK');
  expect(document.body.textContent).not.toContain('Ctrl');
});

const sentence = new Set(
  Object.values(german).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one))),
);
const english = Object.keys(german).filter((key) => !sentence.has(key));
const whole = new Set(english);
/** Sentences with something filled in, of which enough is left to tell them by. */
const filled = english
  .filter((key) => key.includes('{') && key.replaceAll(/\{\w+\}/g, '').replaceAll(/\P{L}/gu, '').length >= 8)
  .map(
    (key) =>
      new RegExp(
        `^${key
          .split(/\{\w+\}/)
          .map(escaped)
          .join('.+')}$`,
        'u',
      ),
  );

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function leftInEnglish(): string[] {
  return texts().filter((text) => whole.has(text) || filled.some((form) => form.test(text)));
}

/** What is drawn, and what screen readers are told. */
function texts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) found.push(walker.currentNode.textContent ?? '');
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '');
  }
  return found.map((text) => text.trim()).filter((text) => text !== '');
}

/** Buttons and tabs whose words do not fit into them, and all that reaches past the window's right edge. */
function cutOff(): string[] {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the window scrolls sideways'] : [];
  const pressed = [
    ...document.querySelectorAll('[data-slot~="button"], [data-slot~="tabs"] a, [data-slot~="segmented"] button'),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const cut = pressed.filter((one) => {
    const { right, width } = one.getBoundingClientRect();
    return width > 0 && (one.scrollWidth > one.clientWidth + 1 || right > innerWidth + 1);
  });
  return [...wide, ...cut.map((one) => one.textContent || (one.getAttribute('aria-label') ?? one.className))];
}
