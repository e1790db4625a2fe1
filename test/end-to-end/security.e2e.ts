// What the window's page may not do and does not keep, seen by trying. In the stand-in, `checklist` tries it.
import { expect, test } from './support/app-test.ts';
import { expectPageLimits } from './support/page-limits.ts';

test('gives the page nothing of Node, one port, and only what its policy allows, and no token outlives a reload in it', async ({
  launch,
  shell,
}) => {
  const { page } = await launch();
  const running = page.getByRole('heading', { name: 'Local is running' });
  await expect(running).toBeVisible();
  await expectPageLimits(page, shell);
  await test.step('takes what was typed over a reload, and no token', async () => {
    await expect(running).toBeVisible();
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
    await expect(running).toBeVisible();
    await openRemote();
    await expect(url).toHaveValue('https://games.exam');
    await expect(token).toHaveValue('');
    await page.keyboard.press('Escape');
    await openGame();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Half of a na');
  });
});
