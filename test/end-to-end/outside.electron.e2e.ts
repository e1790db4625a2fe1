// Links and connection files that the system hands to the desktop app: each asks in the window before anything happens. And the way out:
// the window stays where it is and opens no other.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';

test('asks about each link and file that it is started with, and its window stays where it is', async ({
  launch,
  home,
}) => {
  const { page } = await launch({}, ['slipway://add-remote?url=https://games.example&name=Team']);
  const running = page.getByRole('heading', { name: 'Local is running' });
  await test.step('asks about the link that it was started with', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add the remote games.example?' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('https://games.example')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
  await expect(running).toBeVisible();
  await test.step('says why it does not follow a hostile link', async () => {
    // The second start hands it over and ends.
    await expect(launch({}, ['slipway://add-remote?url=javascript:alert(1)'])).rejects.toThrow();
    const dialog = page.getByRole('dialog', { name: 'This link was not followed' });
    await expect(dialog.getByText(/is not the address of an instance/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });
  await test.step('does not leave for another address', async () => {
    const before = page.url();
    await page.evaluate(() => void (location.href = 'http://127.0.0.1:1/elsewhere'));
    await page.waitForTimeout(500);
    expect(page.url()).toBe(before);
    await expect(running).toBeVisible();
  });
  await test.step('opens no second window', async () => {
    await page.evaluate(() => void window.open('http://127.0.0.1:1/elsewhere'));
    await expect.poll(() => page.context().pages().length).toBe(1);
  });
  await test.step('goes on after its page was reloaded', async () => {
    await page.reload();
    await expect(running).toBeVisible();
  });
  await test.step('adds the remote of a connection file with its token, after a yes', async () => {
    const { url } = JSON.parse(await readFile(path.join(home, 'local/running.json'), 'utf8')) as { url: string };
    const token = (await readFile(path.join(home, 'local/owner-token'), 'utf8')).trim();
    const file = path.join(home, 'team.slipway');
    await writeFile(file, JSON.stringify({ slipway: 1, url, name: 'Team', token }));
    await expect(launch({}, [file])).rejects.toThrow();
    await page.getByRole('button', { name: 'Add remote' }).click();
    await expect(page.getByText('The remote was added')).toBeVisible();
    expect(JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8'))).toMatchObject({
      remotes: [{ name: 'Team', url }],
    });
  });
});
