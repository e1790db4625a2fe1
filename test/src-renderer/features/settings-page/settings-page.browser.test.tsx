// The settings, and what they change at once.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { localId, runningLocal } from '../../support/some-instances.ts';

/** The page asks for the isolation of servers and for what runs by itself. */
const calledIn = ({ called }: Pick<ReturnType<typeof createFakeCore>, 'called'>) =>
  called.filter(({ name }) => name !== 'host.isolation' && name !== 'instances.running');

test('draws in the theme that is chosen, and keeps the choice', async () => {
  const core = openWindow(undefined, '#/settings');
  await userEvent.click(page.getByRole('radio', { name: 'Dark' }));
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(core.settings.snapshot().theme).toBe('dark');
  await userEvent.click(page.getByRole('radio', { name: 'Light' }));
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'light');
});

test('speaks another language at once, and says so to screen readers', async () => {
  const core = openWindow(undefined, '#/settings');
  await userEvent.click(page.getByRole('radio', { name: 'Deutsch' }));
  await expect.element(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  expect(core.settings.snapshot().language).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  await userEvent.click(page.getByRole('radio', { name: 'English' }));
  await expect.element(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});

test('says what is wrong with a port before anything is sent', async () => {
  const core = openWindow(undefined, '#/settings');
  const port = page.getByRole('textbox', { name: 'Service port' });
  await userEvent.fill(port, '80');
  await userEvent.click(page.getByRole('button', { name: 'Set port' }));
  await expect.element(port).toHaveAccessibleDescription(/Use a port from 1024 to 65515/);
  expect(calledIn(core)).toEqual([]);
  await userEvent.fill(port, '7500');
  await userEvent.click(page.getByRole('button', { name: 'Set port' }));
  await expect.poll(() => core.settings.snapshot().service_port).toBe(7500);
});

test('says which other port Local listens on, and no reason that nobody knows', async () => {
  openWindow((core) => core.instances.set({ ...runningLocal, port: 7931 }), '#/settings');
  await expect.element(page.getByText('Local listens on 7931 now, not on 7420.')).toBeVisible();
});

test('asks before a setting restarts Local where servers run on it', async () => {
  const core = openWindow((it) => {
    const host = it.host.snapshot();
    it.host.set({ ...host, abilities: { ...host.abilities, keep_hosting: true } });
    it.handlers['instances.running'] = async () => ({ servers: 2, players: 3 });
  }, '#/settings');
  const dialog = page.getByRole('dialog', { name: 'Restart Local' });
  await userEvent.fill(page.getByRole('textbox', { name: 'Service port' }), '7500');
  await userEvent.click(page.getByRole('button', { name: 'Set port' }));
  await expect.element(dialog.getByText(/^2 servers run on it.* 3 players will be disconnected\.$/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('radio', { name: 'Keep hosting' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Choose another' }));
  const moving = page.getByRole('dialog', { name: 'Change the data folder of Local' });
  await userEvent.click(moving.getByRole('button', { name: 'Cancel' }));
  expect(calledIn(core)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Choose another' }));
  await userEvent.click(moving.getByRole('button', { name: 'Choose a folder' }));
  await userEvent.click(page.getByRole('button', { name: 'Set port' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Restart Local' }));
  await expect
    .poll(() => calledIn(core))
    .toEqual([
      { name: 'instances.chooseFolder', input: { instance_id: localId } },
      { name: 'settings.set', input: { service_port: 7500 } },
    ]);
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
    .toHaveAccessibleDescription(/cannot open the file manager/);
});

test('has the folder of the data shown or changed, and says what becomes of servers when Slipway ends', async () => {
  const core = openWindow((it) => {
    const host = it.host.snapshot();
    it.host.set({ ...host, abilities: { ...host.abilities, keep_hosting: true } });
  }, '#/settings');
  await userEvent.click(page.getByRole('button', { name: 'Show in folder' }));
  await userEvent.click(page.getByRole('button', { name: 'Choose another' }));
  await userEvent.click(page.getByRole('radio', { name: 'Keep hosting' }));
  await expect
    .poll(() => calledIn(core).map(({ name }) => name))
    .toEqual(['instances.showFolder', 'instances.chooseFolder', 'settings.set']);
  expect(calledIn(core).at(-1)?.input).toEqual({ keep_hosting: true });
});

test('offers what the desktop can do, and nothing of it where there is none', async () => {
  const core = openWindow((it) => {
    const host = it.host.snapshot();
    it.host.set({ ...host, abilities: { ...host.abilities, start_at_login: true, notifications: true } });
  }, '#/settings');
  await userEvent.click(page.getByRole('switch', { name: 'Start at login' }));
  await userEvent.click(page.getByRole('switch', { name: 'Notifications' }));
  expect(calledIn(core).map(({ input }) => input)).toEqual([{ start_at_login: true }, { notifications: false }]);
  openWindow(undefined, '#/settings');
  await expect.element(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Start at login' })).not.toBeInTheDocument();
});

test('limits uploads, and how many of their parts go side by side', async () => {
  const core = openWindow((it) => {
    it.handlers['transfers.limit'] = async (limits) => {
      it.transfers.limits.set(limits);
    };
  }, '#/settings');
  await userEvent.click(page.getByRole('switch', { name: 'Limit upload speed' }));
  await expect.poll(() => core.transfers.limits.snapshot()).toEqual({ bytes_per_second: 10_000_000 });
  await userEvent.click(page.getByRole('combobox', { name: 'Parallel parts' }));
  await userEvent.click(page.getByRole('option', { name: 'At most 3' }));
  await expect.poll(() => core.settings.snapshot().upload_lanes).toBe(3);
  await userEvent.click(page.getByRole('combobox', { name: 'While people play' }));
  await userEvent.click(page.getByRole('option', { name: 'Limit to 5 MB/s' }));
  await expect.poll(() => core.settings.snapshot().slow_while_playing).toBe(5_000_000);
});

test('says under its field what is wrong with a file of certificates, and keeps what was typed', async () => {
  const core = openWindow((it) => {
    it.handlers['settings.set'] = async () => {
      throw new AppError('CERTIFICATE_UNTRUSTED', { text: '/tmp/x.pem contains no certificate in PEM format.' });
    };
  }, '#/settings');
  const field = page.getByRole('textbox', { name: 'File of certificates' });
  await userEvent.fill(field, ' /tmp/x.pem ');
  await userEvent.click(page.getByRole('button', { name: 'Trust file' }));
  await expect.element(field).toHaveAccessibleDescription(/contains no certificate in PEM format/);
  await expect.element(field).toHaveValue(' /tmp/x.pem ');
  expect(calledIn(core).at(-1)).toEqual({ name: 'settings.set', input: { ca_file: '/tmp/x.pem' } });
});

test('says where tokens and logs are, and lists all shortcuts', async () => {
  openWindow((it) => {
    const host = it.host.snapshot();
    const secrets = { kind: 'keychain', sentence: 'Tokens are kept in the keychain of the system.' } as const;
    it.host.set({ ...host, secrets, logs: '/home/ada/.config/slipway/logs' });
  }, '#/settings');
  await expect.element(page.getByText('Tokens are kept in the keychain of the system.')).toBeVisible();
  await expect.element(page.getByText('/home/ada/.config/slipway/logs')).toBeVisible();
  await expect.element(page.getByText('Open the transfers')).toBeVisible();
  await expectAccessible('[data-slot~="settings"]');
});
