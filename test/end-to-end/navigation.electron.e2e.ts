// The window of the desktop app stays where it is and opens no other.
import { expect, test } from './support/app-test.ts';

test('stays at its address, opens no second window, and goes on after a reload', async ({ launch }) => {
  const { page } = await launch();
  const running = page.getByRole('heading', { name: 'Local is running' });
  await expect(running).toBeVisible();
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
});
