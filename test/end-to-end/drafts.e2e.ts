// What was typed and not sent is there again after the window was reloaded, but for what is secret.
import { expect, test } from './support/app-test.ts';

test('takes what was typed over a reload, and no token', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByRole('textbox', { name: 'URL' });
  const token = dialog.getByLabel('Token', { exact: true });
  const openGame = () => page.getByRole('button', { name: 'Create a game', exact: true }).first().click();
  const openRemote = () => page.getByRole('button', { name: 'Connect a remote' }).click();
  await openGame();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Half of a na');
  await page.keyboard.press('Escape');
  await openRemote();
  await url.fill('https://games.exam');
  await token.fill('canary-0123456789');
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage].flatMap(Object.entries)));
  expect(stored).toContain('games.exam');
  expect(stored).not.toContain('canary');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await openRemote();
  await expect(url).toHaveValue('https://games.exam');
  await expect(token).toHaveValue('');
  await page.keyboard.press('Escape');
  await openGame();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Half of a na');
});
