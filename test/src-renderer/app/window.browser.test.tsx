// The window around its pages: history, a core that goes away, a door that stays shut, an error in drawing.
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ErrorBoundary } from '../../../src-renderer/app/error-boundary.tsx';
import { linkLost, linkOpened, linkRefused } from '../../../src-renderer/bridge/link-store.ts';
import { changeSettings } from '../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../src-renderer/text/language.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { openWindow } from '../support/open-window.tsx';
import { cleanup, render } from '../support/render.ts';
import { stagingEu } from '../support/some-instances.ts';

test('says what stays safe when a page cannot be drawn, instead of a blank window', async () => {
  cleanup();
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('the timeline has no start');
  };
  render(
    <ErrorBoundary where="page">
      <Broken />
    </ErrorBoundary>,
  );
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/This page could not be displayed/);
  await expect.element(alert).toMatchTextContent(/keep running, and nothing is lost/);
  await expect.element(alert).toMatchTextContent(/the timeline has no start/);
  await expect.element(page.getByRole('button', { name: 'Reload the window' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
  silenced.mockRestore();
});

test('keeps what it shows under a quiet banner while Slipway is gone', async () => {
  openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  linkLost(Date.now());
  const banner = page.getByRole('status').filter({ hasText: 'Slipway stopped.' });
  await expect.element(banner).toMatchTextContent(/What you see is as of \d\d:\d\d\./);
  await expect.element(banner).toMatchTextContent(/Start it again with npm start, and open the link that it prints\.$/);
  const local = () => document.querySelector('aside nav [aria-current]')?.getAttribute('aria-label');
  expect(local()).toBe('Local, Not known now');
  const [main, side] = ['main', 'aside'].map((part) => document.querySelector<HTMLElement>(part));
  expect(main?.inert).toBe(true);
  // No green is left of what ran.
  for (const part of [main, side?.parentElement])
    expect(getComputedStyle(part ?? document.body).filter).toBe('grayscale(1)');
  expect(document.querySelector('main')?.textContent).toContain('Local is running');
  if (inject('pictures')) await page.screenshot({ path: 'test-results/window/lost.png' });
  linkOpened();
  await expect.element(page.getByText('Slipway stopped.')).not.toBeInTheDocument();
  expect(local()).toBe('Local, On this machine, ready, :7420');
});

test('says what went wrong at the start in its language, however early it is told', async () => {
  onTestFinished(() => useLanguage.setState(useLanguage.getInitialState(), true));
  openWindow((fake) => {
    fake.settings.set({ ...fake.settings.snapshot(), language: 'de' });
    const detail = messageFor('settings.kept-as', { file: 'settings.json.damaged' });
    fake.orders.set({ id: '1', say: { title: messageFor('settings.defaults'), detail } });
  });
  const messages = page.getByRole('region', { name: 'Meldungen' });
  await expect.element(messages.getByText('Slipway startet mit Standardeinstellungen')).toBeVisible();
  await expect.element(messages.getByText(/als settings\.json\.damaged aufbewahrt/)).toBeVisible();
  await changeSettings({ language: 'en' });
  const title = messageFor('settings.defaults').text;
  await expect.element(page.getByRole('region', { name: 'Messages' }).getByText(title)).toBeVisible();
});

test.each([
  ['the settings', { shortcut: 'settings' as const }, 'Settings'],
  ['an instance', { shortcut: 'instance' as const, index: 1 }, 'Staging EU is connected'],
  ['a page', { hash: '#/transfers' }, 'Transfers'],
])('opens %s that a menu asked for before it listened, once', async (_, wanted, heading) => {
  const { orders, called } = openWindow((fake) => {
    fake.instances.set(stagingEu);
    fake.handlers['desktop.orderDone'] = async ({ order_id }) => {
      fake.orders.remove(order_id);
      return undefined;
    };
    fake.orders.set({ id: '1', ...wanted });
  });
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.poll(() => orders.snapshot()).toEqual([]);
  expect(called.filter(({ name }) => name === 'desktop.orderDone')).toHaveLength(1);
});

test('says which link it needs when the shell does not know it', async () => {
  openWindow();
  linkRefused('This link was used already.');
  await expect.element(page.getByRole('heading', { level: 1, name: 'This window needs its link' })).toBeVisible();
  await expect.element(page.getByText(/npm start/)).toBeVisible();
  await expect.element(page.getByText('This link was used already.')).toBeVisible();
});

test('goes back and forward between its pages', async () => {
  openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: /^Settings/ }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Back' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Forward' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('opens the instance of a number, the transfers, the settings and what to upload by their shortcuts', async () => {
  openWindow((core) => core.instances.set(stagingEu));
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  await expect.element(heading('Local is running')).toBeVisible();
  await userEvent.keyboard('{Control>}2{/Control}');
  await expect.element(heading(/^Staging EU/)).toBeVisible();
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.element(heading('Local is running')).toBeVisible();
  await userEvent.keyboard('{Control>}j{/Control}');
  await expect.element(heading('Transfers')).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await expect.element(heading('Settings')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('main')).not.toBeNull();
  await userEvent.keyboard('[[');
  await expect.element(heading('Transfers')).toBeVisible();
  await userEvent.keyboard(']');
  await expect.element(heading('Settings')).toBeVisible();
  await userEvent.keyboard('{Control>}u{/Control}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('under a dialog no shortcut leads away from it, and a key right after Escape counts', async () => {
  openWindow((core) => core.games.set({ id: 'g1', name_id: 'reef', display_name: 'Reef', total_player_count: 0 }));
  const heading = page.getByRole('heading', { level: 1, name: 'Reef' });
  await expect.element(heading).toBeVisible();
  await userEvent.keyboard('n');
  const dialog = page.getByRole('dialog', { name: 'Create a game on Local' });
  await expect.element(dialog).toBeVisible();
  const hash = location.hash;
  await userEvent.keyboard('{Control>}j{/Control}{Control>}u{/Control}{Control>}k{/Control}{Control>},{/Control}');
  expect(location.hash).toBe(hash);
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1);
  // It fades for longer than a person takes to the next key.
  const slow = document.createElement('style');
  slow.textContent = '[role="dialog"][data-ending-style] { transition: opacity 3s !important; }';
  document.head.append(slow);
  await userEvent.keyboard('{Escape}?');
  expect(document.querySelectorAll('[role="dialog"][data-closed]')).toHaveLength(1);
  await expect.element(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  slow.remove();
});

test('says so at an address that leads nowhere', async () => {
  openWindow(undefined, '#/nowhere/at/all/really');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Page not found/);
  await userEvent.click(page.getByRole('link', { name: 'Go home' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
});
