// Links and files in the ways that only some systems use, told to the app by the stand-in.
import { expect, test } from './support/app-test.ts';

test('takes a link in the way of macOS', async ({ launch }) => {
  const { page, tell } = await launch();
  tell({ event: 'open-url', args: ['slipway://device-link?url=https://games.example'] });
  await expect(page.getByRole('dialog', { name: 'Sign in to games.example?' })).toBeVisible();
});

test('starts again after quitting when it was started meanwhile', async ({ launch }) => {
  const { page, tell, reports, stop } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  tell({ event: 'before-quit', args: [] });
  const data = { words: ['slipway://add-remote?url=https://games.example'], from: '/' };
  tell({ event: 'second-instance', args: [[], '', data] });
  expect(await stop()).toBe(0);
  const again = reports.find((report) => report.t === 'event' && report.name === 'relaunch');
  expect(again).toMatchObject({ details: { args: [expect.stringContaining('main.js'), data.words[0]] } });
});
