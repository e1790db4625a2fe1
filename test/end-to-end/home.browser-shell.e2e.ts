// Home with a real remote beside Local: its game is there, the keys lead to it, and when the remote goes, its column says so.
import { expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import { connectToGame } from './support/steps.ts';

test('shows the games of all instances, opens one by keys, and says which instance does not answer', async ({
  launch,
  remote,
  line,
}) => {
  const { page } = await launch();
  await connectToGame(page, line.url, remote);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/');
  const grid = page.getByRole('grid', { name: 'What runs where' });
  await expect(grid.getByRole('gridcell', { name: 'Not here' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const cell = grid.getByRole('link', { name: /^Tidebreak on / });
  await expect(cell).toBeFocused();
  await expect(grid.getByRole('gridcell').nth(1)).toContainText('prod');
  await takePictures(page, 'home');

  await remote.stop();
  await expect(grid.getByRole('columnheader').nth(2)).toContainText('Unreachable since');
  await expect(page.getByRole('group', { name: /does not answer yet$/ })).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
});
