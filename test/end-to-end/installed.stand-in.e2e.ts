// What the installed app asks of the system, and the one that runs from its sources does not: to start it with the session, and to be
// given the links of its scheme.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import { eventsOf } from './support/stand-in-reports.ts';

test('starts with the session while that is switched on, by the file that the session looks at', async ({
  launch,
  home,
}) => {
  test.skip(process.platform !== 'linux', 'elsewhere Electron has a call for it');
  const [resources, image] = [path.join(home, 'resources'), path.join(home, 'Slipway.AppImage')];
  await mkdir(resources);
  const env = { STAND_IN_RESOURCES: resources, APPIMAGE: image, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
  const app = await launch(env);
  const entry = async () => await readFile(path.join(home, 'autostart/slipway.desktop'), 'utf8').catch(() => 'none');
  await app.page.getByRole('link', { name: /Settings/ }).click();
  const start = app.page.getByRole('switch', { name: 'Start at login' });
  await expect(start).not.toBeChecked();
  expect(await entry()).toBe('none');
  await start.click();
  await expect.poll(entry).toContain(`Exec="${image}" --hidden`);
  await start.click();
  await expect.poll(entry).toBe('none');
  expect(eventsOf(app, 'protocol-client')).toEqual([{ scheme: 'slipway' }]);
});

test('leaves the links of its scheme to the installed one when it runs from its sources', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  expect(eventsOf(app, 'protocol-client')).toEqual([]);
});
