// A dialog begins on its main field or button, never on the one that closes it.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openBuildChooser } from '../../../src-renderer/features/builds/choose/choose-actions.ts';
import { openWindow } from '../support/open-window.tsx';
import { someCall } from '../support/some-calls.ts';
import { historyHash, setHistory } from '../support/some-history.ts';

const gameHash = historyHash.replace(/\/history\/.*/, '');

test('the question which build begins on the button that picks a folder', async () => {
  openWindow(setHistory, gameHash);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  openBuildChooser();
  await expect.element(page.getByRole('button', { name: 'Choose a folder' })).toHaveFocus();
});

test('a question that deletes begins on the way out', async () => {
  openWindow((core) => {
    setHistory(core);
    core.handlers['activity.page'] = async () => ({ rows: [someCall()], has_more: false });
  }, `${gameHash}/activity/calls`);
  await userEvent.click(page.getByRole('button', { name: 'Clear' }));
  await expect.element(page.getByRole('button', { name: 'Keep them' })).toHaveFocus();
});

test('the settings of a namespace begin on their first field', async () => {
  openWindow((core) => {
    setHistory(core);
    core.handlers['namespaces.settings'] = async () => ({
      limits: { lobby_count_max: 40, max_players: 12 },
      hosting: { server_count: 1, on_version_switch: 'drain', drain_limit: 1_000, restart: 'never' },
    });
  }, gameHash);
  await userEvent.click(page.getByRole('button', { name: 'Settings of prod' }));
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(close).not.toHaveFocus();
});
