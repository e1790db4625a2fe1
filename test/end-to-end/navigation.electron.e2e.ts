// The window of the desktop app stays where it is and opens no other.
import { expect, test } from './support/app-test.ts';

test('does not leave for another address', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const before = page.url();
  await page.evaluate(() => void (location.href = 'http://127.0.0.1:1/elsewhere'));
  await page.waitForTimeout(500);
  expect(page.url()).toBe(before);
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
});

test('opens no second window', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await page.evaluate(() => void window.open('http://127.0.0.1:1/elsewhere'));
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('goes on after its page was reloaded', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
});
