// Links and files in the ways that only some systems use, told to the app by the stand-in.
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

test('takes a link in the way of macOS', async ({ launch }) => {
  const { page, tell } = await launch();
  tell({ event: 'open-url', args: ['slipway://device-link?url=https://games.example'] });
  await expect(page.getByRole('dialog', { name: 'Sign in to games.example?' })).toBeVisible();
});

test('asks about the connection file that was picked in the dialog of the system', async ({ launch, home }) => {
  const file = path.join(home, 'team.slipway');
  await writeFile(file, JSON.stringify({ slipway: 1, url: 'https://games.example', name: 'Team', token: 'hush-hush' }));
  const app = await launch();
  await app.willPick(file);
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect.poll(() => settingsOf(app)['tray']).toBeDefined();
  app.tell({ event: 'click', args: ['menu open-connection-file'] });
  const dialog = app.page.getByRole('dialog', { name: 'Add the remote games.example?' });
  await expect(dialog.getByText('team.slipway')).toBeVisible();
  expect(await app.page.content()).not.toContain('hush-hush');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
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

test('is not lost to a start that comes while it quits', async ({ launch, home }) => {
  const hold = path.join(home, 'hold');
  await writeFile(hold, '');
  const script = path.join(import.meta.dirname, 'support/hold-service.cjs');
  const app = await launch({ NODE_OPTIONS: `--require ${script}`, SLIPWAY_HOLD_SERVICE: hold });
  await expect(app.page.getByRole('heading', { name: 'Local is starting' })).toBeVisible();
  app.tell({ event: 'before-quit', args: [] }); // which waits for the service
  const link = 'slipway://add-remote?url=https://games.example';
  await expect(launch({}, [link])).rejects.toThrow('The app ended before it opened a window');
  await expect.poll(() => eventsOf(app, 'relaunch')).toMatchObject([{ args: expect.arrayContaining([link]) }]);
  await rm(hold);
  expect(await app.stop()).toBe(0);
});

test('ends in good order once, however often it is asked to quit', async ({ launch, home }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect.poll(() => settingsOf(app)['tray']).toBeDefined();
  for (let count = 0; count < 3; count += 1) app.tell({ event: 'click', args: ['tray quit'] });
  expect(await app.stop()).toBe(0);
  expect(await readdir(home)).not.toContain('app.db-wal');
  expect(await readdir(path.join(home, 'local'))).not.toContain('running.json');
});

test('wakes the running app when it is started again', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect(launch()).rejects.toThrow('The app ended before it opened a window');
  await expect.poll(() => eventsOf(app, 'focus').length).toBeGreaterThan(0);
});
