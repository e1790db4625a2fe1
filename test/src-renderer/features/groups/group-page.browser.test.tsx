// The page of a group in the window: its games, its billing in sentences, and the states to try on Local.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWindow } from '../../support/open-window.tsx';
import { stagingEu } from '../../support/some-instances.ts';
import { tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const hash = `#/groups/local/${tidebreak.developer_group_id}`;

test('tells the name, the games and the billing, and puts Local into a state to try', async () => {
  const core = openWindow((fake) => {
    fake.handlers['groups.read'] = async () => ({
      display_name: 'My games',
      games: [{ game_id: tidebreak.game_id, name_id: 'tidebreak', display_name: 'Tidebreak' }],
    });
    fake.handlers['groups.setBilling'] = async ({ billing }) => {
      fake.billing.set({ billing, fresh_at: 2 });
    };
  }, hash);
  await expect.element(page.getByRole('heading', { name: 'My games' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Tidebreak' })).toBeVisible();
  await expect.element(page.getByText(/This group has no billing/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Payment failed' }));
  await expect.element(page.getByText(/^The payment failed on \d+ \w+, and none has succeeded since/)).toBeVisible();
  expect(core.called.find(({ name }) => name === 'groups.setBilling')?.input).toMatchObject({
    group_id: tidebreak.developer_group_id,
  });
});

test('has no states to try on a remote, and says what that does not tell', async () => {
  openWindow(
    (fake) => {
      fake.instances.set({
        ...stagingEu,
        name: 'EU',
        why_not: {
          list_groups: 'This instance does not list its groups or their names.',
          list_games: 'It lists no games.',
        },
      });
      fake.handlers['groups.read'] = async () => ({ display_name: null, games: null });
    },
    hash.replace('local', 'eu'),
  );
  await expect.element(page.getByText('This instance does not list its groups or their names.')).toBeVisible();
  await expect.element(page.getByText('It lists no games.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Payment failed' })).not.toBeInTheDocument();
});
