// What the window says of servers that crashed or did not start, wherever a person looks just then.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSettings } from '../../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import type { CrashNotice } from '../../../../src-shared/desktop/bridge.ts';
import { serversHash, someServer } from '../../support/some-servers.ts';
import { openGame } from '../../support/typed-places/place.ts';

const server = someServer({ state: 'failed', destroyed_at: Date.now(), problem: '"server" is not in this build.' });
const notice: CrashNotice = {
  id: 'crash-1',
  kind: 'servers_failed',
  count: 1,
  names: ['Tidebreak'],
  reason: '"server" is not in this build.',
  hash: `${serversHash}/${server.id}`,
};

beforeEach(() => page.viewport(1280, 800));
afterEach(() => useLanguage.setState(useLanguage.getInitialState(), true));

test('says that a server did not start and why, on another page, and leads to it', async () => {
  const core = openGame('#/settings', (fake) => {
    fake.crashes.set({ ...notice, id: 'crash-0', names: ['An older one'] });
    fake.servers.list.set(server);
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  core.crashes.set(notice);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('A server of Tidebreak did not start')).toBeVisible();
  await expect.element(messages.getByText('"server" is not in this build.')).toBeVisible();
  await expect.element(page.getByText(/An older one/)).not.toBeInTheDocument();
  await userEvent.click(messages.getByRole('button', { name: 'Show log', includeHidden: true }));
  await expect.element(page.getByRole('row', { name: /Did not start/ })).toBeVisible();
  expect(location.hash).toBe(notice.hash);
});

test('names the namespace that crashed, and offers to go back to what ran well there', async () => {
  const core = openGame('#/settings', (fake) => {
    const previous = { version_id: 'good', display_name: '0.1.3' };
    fake.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
    fake.handlers['namespaces.switch'] = async ({ version_id }) => ({
      outcome: 'switched',
      sentence: 'Done.',
      version_id,
    });
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const place = { instance_id: 'local', game_id: 'g', namespace_id: 'n', name: 'prod' };
  core.crashes.set({ ...notice, kind: 'servers_crashed', count: 4, place });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('Tidebreak prod crashed 4 times')).toBeVisible();
  await userEvent.click(messages.getByRole('button', { name: 'Roll back prod to 0.1.3', includeHidden: true }));
  const switched = () => core.called.find(({ name }) => name === 'namespaces.switch')?.input;
  await expect.poll(switched).toMatchObject({ namespace_id: 'n', version_id: 'good' });
});

test('says it in the language of the window, wherever it was found', async () => {
  const core = openGame('#/settings');
  await changeSettings({ language: 'de' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  core.crashes.set({ ...notice, kind: 'servers_crashed', count: 2 });
  await expect.element(page.getByRole('region', { name: 'Meldungen' }).getByText('2 Server abgestürzt')).toBeVisible();
});
