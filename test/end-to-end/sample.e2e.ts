// The sample game from the first page: one button, and its server runs, with its bots counted as players.
import { expect, test } from './support/app-test.ts';

test('runs the sample game from the first page', async ({ launch }) => {
  const { page } = await launch();
  await page.getByRole('button', { name: 'Run Pocket Regatta' }).click();
  await expect(page.getByRole('heading', { name: 'Pocket Regatta' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: /Pocket Regatta.*2/ })).toBeVisible();
});
