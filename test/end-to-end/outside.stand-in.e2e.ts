// Links and files in the ways that only some systems use, told to the app by the stand-in, and starts of the app while it runs or ends.
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

const running = { name: 'Local is running' };

test('asks about what the system hands to it, wakes when it is started again, and ends once', async ({
  launch,
  home,
}) => {
  const app = await launch();
  const { page, tell } = app;
  await expect(page.getByRole('heading', running)).toBeVisible();
  await test.step('takes a link in the way of macOS', async () => {
    tell({ event: 'open-url', args: ['slipway://device-link?url=https://games.example'] });
    const dialog = page.getByRole('dialog', { name: 'Sign in to games.example?' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('asks about the connection file that was picked in the dialog of the system', async () => {
    const file = path.join(home, 'team.slipway');
    const secret = 'hush-hush';
    await writeFile(file, JSON.stringify({ slipway: 1, url: 'https://games.example', name: 'Team', token: secret }));
    await app.willPick(file);
    await expect.poll(() => settingsOf(app)['tray']).toBeDefined();
    tell({ event: 'click', args: ['menu open-connection-file'] });
    const dialog = page.getByRole('dialog', { name: 'Add the remote games.example?' });
    await expect(dialog.getByText('team.slipway')).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
  await test.step('wakes the running app when it is started again', async () => {
    const before = eventsOf(app, 'focus').length;
    await expect(launch()).rejects.toThrow('The app ended before it opened a window');
    await expect.poll(() => eventsOf(app, 'focus').length).toBeGreaterThan(before);
  });
  await test.step('ends in good order once, however often it is asked to quit', async () => {
    for (let count = 0; count < 3; count += 1) tell({ event: 'click', args: ['tray quit'] });
    expect(await app.stop()).toBe(0);
    expect(await readdir(home)).not.toContain('app.db-wal');
    expect(await readdir(path.join(home, 'local'))).not.toContain('running.json');
  });
});

test('starts again after quitting when it was started meanwhile, and loses no link of that start', async ({
  launch,
  home,
}) => {
  const hold = path.join(home, 'hold');
  await writeFile(hold, '');
  const script = path.join(import.meta.dirname, 'support/hold-service.cjs');
  const app = await launch({ NODE_OPTIONS: `--require ${script}`, SLIPWAY_HOLD_SERVICE: hold });
  await expect(app.page.getByRole('heading', { name: 'Local is starting' })).toBeVisible();
  app.tell({ event: 'before-quit', args: [] }); // which waits for the service
  const link = 'slipway://add-remote?url=https://games.example';
  await expect(launch({}, [link])).rejects.toThrow('The app ended before it opened a window');
  const args = expect.arrayContaining([expect.stringContaining('main.js'), link]);
  await expect.poll(() => eventsOf(app, 'relaunch')).toEqual([{ args }]);
  await rm(hold);
  expect(await app.stop()).toBe(0);
});
