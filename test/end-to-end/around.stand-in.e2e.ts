// The desktop around the window, as the stand-in was told about it: menus, tray, notifications, closing, where the window is.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import type { RunningApp } from './support/shells.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

const ready = async (app: RunningApp) => {
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect.poll(() => settingsOf(app)['tray']).toBeDefined();
};
const click = (app: RunningApp, what: string) => app.tell({ event: 'click', args: [what] });
const trayLabels = (app: RunningApp) =>
  (settingsOf(app)['tray'] as { label?: string }[]).flatMap(({ label }) => (label === undefined ? [] : [label]));

test('has menus and a tray in the language of the setting, whose items do what their shortcuts do', async ({
  launch,
  home,
}) => {
  const app = await launch();
  const { page } = app;
  await ready(app);
  const labels = () => (settingsOf(app)['menu'] as { label: string }[]).map(({ label }) => label);
  await test.step('has menus whose items do in the window what their shortcuts do', async () => {
    click(app, 'menu settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    click(app, 'menu shortcuts');
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
    expect(labels()).toEqual(['File', 'Edit', 'View', 'Instances', 'Window', 'Help']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeHidden();
  });
  await test.step('has menus and a tray in the language of the setting, at once', async () => {
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await expect.poll(labels).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Instanzen', 'Fenster', 'Hilfe']);
    await expect.poll(() => trayLabels(app)).toContain('Slipway beenden');
    await page.getByRole('radio', { name: 'English' }).click();
    await expect.poll(labels).toContain('Edit');
  });
  await test.step('shows the folder with its logs', async () => {
    click(app, 'menu show-logs');
    await expect.poll(() => eventsOf(app, 'open-path')).toEqual([{ place: path.join(home, 'logs') }]);
  });
});

test('says in the tray what runs, asks once what closing the window does to it, and goes on in the background', async ({
  launch,
  home,
}) => {
  const app = await launch({ STAND_IN_ANSWER: '0' });
  await ready(app);
  expect(trayLabels(app)).toEqual(['No servers running', 'Nothing is sent', 'Open Slipway', 'Quit Slipway']);
  await app.page.getByRole('button', { name: 'Run Pocket Regatta' }).click();
  await expect.poll(() => trayLabels(app), { timeout: 30_000 }).toContain('1 server running');
  expect(trayLabels(app)).toContain('Quit and stop 1 server');
  app.tell({ event: 'close-window', args: [] });
  await expect.poll(() => eventsOf(app, 'hide').length).toBe(1);
  expect(eventsOf(app, 'message-box')).toMatchObject([{ message: '1 server of yours is running' }]);
  expect(JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8'))).toMatchObject({ keep_hosting: true });
  const shown = eventsOf(app, 'show').length;
  click(app, 'tray show');
  await expect.poll(() => eventsOf(app, 'show').length).toBe(shown + 1);
  app.tell({ event: 'close-window', args: [] });
  await expect.poll(() => eventsOf(app, 'hide').length).toBe(2);
  expect(eventsOf(app, 'message-box')).toHaveLength(1);
  expect(trayLabels(app)).toContain('1 server running');
  click(app, 'tray quit');
  await expect.poll(() => eventsOf(app, 'tray-gone').length).toBe(1);
  expect(await app.stop()).toBe(0);
});

test('ends when its window is closed and nothing runs', async ({ launch }) => {
  const app = await launch();
  await ready(app);
  app.tell({ event: 'close-window', args: [] });
  await expect.poll(() => eventsOf(app, 'tray-gone').length).toBe(1);
  expect(await app.stop()).toBe(0);
  expect(eventsOf(app, 'message-box')).toEqual([]);
});

test('opens where it was closed, as far as a display is there', async ({ launch }) => {
  const first = await launch();
  await ready(first);
  first.tell({ event: 'zoom', args: [2] });
  first.tell({ event: 'move-window', args: [{ x: 2_000, y: 100, width: 1_100, height: 700 }] });
  first.tell({ event: 'close-window', args: [] });
  await expect.poll(() => eventsOf(first, 'tray-gone').length).toBe(1);
  expect(await first.stop()).toBe(0);
  const two = '[{"x":0,"y":0,"width":1920,"height":1080},{"x":1920,"y":0,"width":1920,"height":1080}]';
  const second = await launch({ STAND_IN_DISPLAYS: two });
  await ready(second);
  expect(settingsOf(second)['bounds']).toEqual({ x: 2_000, y: 100, width: 1_100, height: 700 });
  expect(await second.stop()).toBe(0);
  const third = await launch();
  await ready(third);
  expect(settingsOf(third)['bounds']).toEqual({ width: 1_100, height: 700 });
});

test('waits in the background when it was started with the session', async ({ launch }) => {
  const app = await launch({}, ['--hidden']);
  await ready(app);
  expect(eventsOf(app, 'show')).toEqual([]);
  click(app, 'tray show');
  await expect.poll(() => eventsOf(app, 'show').length).toBe(1);
});

test('quits without a question when the session ends', async ({ launch, home }) => {
  await writeFile(path.join(home, 'settings.json'), JSON.stringify({ keep_hosting: true }));
  const app = await launch();
  await ready(app);
  app.tell({ event: 'shutdown', args: [] });
  await expect.poll(() => eventsOf(app, 'tray-gone').length).toBe(1);
  expect(await app.stop()).toBe(0);
});
