// The settings of a game and the page of its group as axe sees them, in both themes.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

function open(): void {
  const token = {
    token_id: tidebreak.game_id,
    kind: 'cloud',
    name: 'CI',
    create_ts: '2026-11-16T09:12:00.000Z',
  } as const;
  openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.handlers['games.tokens'] = async () => ({ tokens: [token] });
    core.handlers['games.createToken'] = async () => ({ token: 'slipway_cloud_hush', token_id: token.token_id });
    core.handlers['games.validateNames'] = async () => ({ errors: [{ path: ['name-id', 'invalid'] }] });
  }, `#/games/local/${tidebreak.game_id}/settings`);
}

test('the settings of a game, with a name that does not fit', async () => {
  open();
  await expect.element(page.getByRole('row', { name: /CI Everything the whole game/ })).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Name id' }), 'No');
  await expect.element(page.getByText(/Use small letters/)).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
});

test('the dialog for a token, before and after it is made', async () => {
  open();
  await userEvent.click(page.getByRole('button', { name: 'Create a token' }));
  await expectAccessible('[data-slot~="dialog"]');
  await userEvent.click(page.getByRole('button', { name: 'Create token' }));
  await expect.element(page.getByRole('button', { name: 'Copy the token' })).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});

test('the dialog that crops a logo', async () => {
  open();
  await expect.element(page.getByText('A tile generated from the id')).toBeVisible();
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 32 });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const files = new DataTransfer();
  files.items.add(new File([blob ?? ''], 'small.png', { type: 'image/png' }));
  const input = document.querySelector<HTMLInputElement>('input[aria-label="File of the logo"]');
  if (input === null) throw new Error('expected a field for a file');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('This part has few pixels and will look blurred.')).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});

test('the page of a group whose payment failed', async () => {
  openWindow((core) => {
    core.handlers['groups.read'] = async () => ({
      display_name: 'My games',
      games: [{ game_id: tidebreak.game_id, name_id: 'tidebreak', display_name: 'Tidebreak' }],
    });
    core.billing.set({ billing: { payment_failed_ts: '2026-11-03T09:12:00.000Z' }, fresh_at: 1 });
  }, `#/groups/local/${tidebreak.developer_group_id}`);
  await expect.element(page.getByText(/The payment failed on 3 Nov/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Tidebreak' })).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
});
