// Every screen, changed to German while it stands open at the window's smallest size: nothing of it stays English, and
// nothing is cut off or pushed out of the window.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { restartInstance } from '../../../src-renderer/features/instances/instances-actions.ts';
import { stopServer } from '../../../src-renderer/features/servers/servers-actions.ts';
import { changeSettings } from '../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../src-renderer/text/language.ts';
import { phrase, t } from '../../../src-renderer/text/t.ts';
import { say } from '../../../src-renderer/ui/notices/notices-actions.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { german } from '../../../src-shared/text/de/index.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { openWindow } from '../support/open-window.tsx';
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

test('says what was said before the language changed in the language of now, over the page and behind the bell', async () => {
  openWindow();
  await expect.element(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  const detail = messageFor('token.other-namespace');
  say({ state: 'failed', title: phrase('{name} was not changed', { name: 'EU' }), detail });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByRole('heading', { name: 'EU was not changed' })).toBeVisible();
  await changeSettings({ language: 'de' });
  const words = german['{name} was not changed'];
  if (typeof words !== 'string') throw new Error('expected a sentence');
  const title = words.replace('{name}', 'EU');
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: /^Benachrichtigungen/ }));
  await expect.element(page.getByRole('menuitem', { name: new RegExp(title) }).first()).toBeVisible();
});

test('says what failed before the language changed in the language of now', async () => {
  const fails = async () => {
    throw new AppError('SERVERS_SERVER_NOT_FOUND');
  };
  openWindow((core) => {
    core.handlers['servers.stop'] = fails;
    core.handlers['instances.restart'] = fails;
  });
  await expect.element(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await stopServer({ instance_id: 'local', game_id: 'g', namespace_id: 'n', server_id: 's1' }, true);
  await restartInstance('local', 'Local');
  const titles = (region: string) =>
    page
      .getByRole('region', { name: region })
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent)
      .toSorted();
  await expect.poll(() => titles('Messages')).toEqual(['Local did not start', 's1 could not be stopped']);
  await changeSettings({ language: 'de' });
  await expect.poll(() => document.documentElement.lang).toBe('de');
  const said = [t('{name} did not start', { name: 'Local' }), t('{name} could not be stopped', { name: 's1' })];
  await expect.poll(() => titles('Meldungen')).toEqual(said.toSorted());
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
