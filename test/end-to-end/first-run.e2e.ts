// A first run: the window comes up on a service that really runs, and shows what happens to it. Over a restart, `around` has it in the
// stand-in each time.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './support/app-test.ts';
import type { RunningApp } from './support/shells.ts';

const running = (page: Page) => page.getByRole('heading', { name: 'Local is running' });
const games = (page: Page) => page.getByRole('navigation', { name: 'Games' });

test('shows Local and the games that are made, keeps them and the theme over a restart, and starts Local again when it dies', {
  tag: '@soak-each-shell',
}, async ({ launch, home }) => {
  test.slow(); // seven starts of the service
  const first = await launch();
  await test.step('shows that Local runs with its port, and the games that are made, also elsewhere', async () => {
    await showGames(first.page, home);
  });
  await test.step('keeps its games and the chosen theme over a restart of the app', async () => {
    await first.page
      .getByRole('link', { name: /Settings/ })
      .first()
      .click();
    await first.page.getByText('Dark', { exact: true }).click();
    await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await first.stop()).toBe(0);
  });
  const second = await launch();
  await test.step('has them after the restart', async () => {
    await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(games(second.page).getByText('Tidebreak')).toBeVisible();
  });
  await test.step('says that Local stopped when the service dies, and starts it again', async () => {
    await second.page.evaluate(() => (location.hash = '#/welcome'));
    await expect(running(second.page)).toBeVisible();
    await crashOften(second);
  });
});

async function showGames(page: Page, home: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect(page.getByText(/127\.0\.0\.1:\d+/).first()).toBeVisible();
  await expect(page.getByText(/Ready in \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Create a game' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Tidebreak');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /create/i })
    .click();
  await expect(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
  const { url } = JSON.parse(await readFile(path.join(home, 'local/running.json'), 'utf8'));
  const token = (await readFile(path.join(home, 'local/owner-token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { groups } = await (await fetch(`${url}/cloud/games`, { headers })).json();
  await fetch(`${url}/cloud/games`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ developer_group_id: groups[0].group_id, display_name: 'Made by curl' }),
  });
  await expect(games(page).getByText('Made by curl')).toBeVisible();
}

async function crashOften({ page, crashService }: RunningApp): Promise<void> {
  crashService();
  await expect(page.getByText(/^Local stopped at .* and was started again\.$/)).toBeVisible();
  await expect(running(page)).toBeVisible();
  // The waits get longer; a person need not wait for the last one, of 15 seconds.
  for (const count of [2, 3, 4]) {
    crashService();
    if (count === 4) await page.getByRole('button', { name: 'Start now' }).click();
    await expect(page.getByText(new RegExp(`^Local stopped ${count} times, last at .* and was started`))).toBeVisible();
    await expect(running(page)).toBeVisible();
  }
  crashService();
  await expect(
    page.getByText(/^It stopped 5 times within a few minutes, .* no longer starts it by itself/),
  ).toBeVisible();
  await expect(page.getByText('service ready').first()).toBeVisible();
  await page.getByRole('button', { name: 'Restart' }).first().click();
  await expect(running(page)).toBeVisible();
  await expect(page.getByText(/^Local stopped/)).not.toBeVisible();
}
