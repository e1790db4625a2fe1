// The settings, and what they change at once.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWindow } from '../../support/open-window.tsx';

test('draws in the theme that is chosen, and keeps the choice', async () => {
  const core = openWindow(undefined, '#/settings');
  await userEvent.click(page.getByRole('radio', { name: 'Dark' }));
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(core.settings.snapshot().theme).toBe('dark');
  await userEvent.click(page.getByRole('radio', { name: 'Light' }));
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'light');
});

test('says what is wrong with a port before anything is sent', async () => {
  const core = openWindow(undefined, '#/settings');
  const port = page.getByRole('textbox', { name: 'Service port' });
  await userEvent.fill(port, '80');
  await userEvent.click(page.getByRole('button', { name: 'Set port' }));
  await expect.element(port).toHaveAccessibleDescription(/Use a port from 1024 to 65515/);
  expect(core.called).toEqual([]);
  await userEvent.fill(port, '7500');
  await userEvent.click(page.getByRole('button', { name: 'Set port' }));
  await expect.poll(() => core.settings.snapshot().service_port).toBe(7500);
});

test('offers only what the shell can do, and says why not', async () => {
  openWindow((core) => {
    core.host.set({
      shell: 'browser',
      version: '0.1.0',
      platform: 'linux',
      abilities: { keep_hosting: false, pick_folder: false, show_in_folder: false, window_controls: false },
    });
  }, '#/settings');
  await expect.element(page.getByText('/home/ada/.local/share/slipway')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Choose another' }))
    .toHaveAccessibleDescription(/has no folder picker/);
  await expect
    .element(page.getByRole('button', { name: 'Show in folder' }))
    .toHaveAccessibleDescription(/can not open the file manager/);
});

test('offers what the desktop can do, and nothing of it where there is none', async () => {
  const core = openWindow((it) => {
    const host = it.host.snapshot();
    it.host.set({ ...host, abilities: { ...host.abilities, start_at_login: true, notifications: true } });
  }, '#/settings');
  await userEvent.click(page.getByRole('switch', { name: 'Start at login' }));
  await userEvent.click(page.getByRole('switch', { name: 'Notifications' }));
  expect(core.called.map(({ input }) => input)).toEqual([{ start_at_login: true }, { notifications: false }]);
  openWindow(undefined, '#/settings');
  await expect.element(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Start at login' })).not.toBeInTheDocument();
});
