// The desktop around the window, as the stand-in was told about it: menus, tray, notifications, closing, where the window is. One home
// over three starts.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import type { RunningApp } from './support/shells.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';
import { createGame } from './support/steps.ts';

const isReady = async (app: RunningApp) => {
  await expect(app.page.getByRole('navigation', { name: 'Instances' })).toBeVisible();
  await app.page.evaluate(() => (location.hash = '#/welcome'));
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect.poll(() => settingsOf(app)['tray']).toBeDefined();
};
const click = (app: RunningApp, what: string) => app.tell({ event: 'click', args: [what] });
const trayLabels = (app: RunningApp) =>
  (settingsOf(app)['tray'] as { label?: string }[]).flatMap(({ label }) => (label === undefined ? [] : [label]));
const ended = async (app: RunningApp) => {
  await expect.poll(() => eventsOf(app, 'tray-gone').length).toBe(1);
  expect(await app.stop()).toBe(0);
};

test('has menus and a tray that do what a person asks, and is after each start as it was left', async ({
  launch,
  home,
}) => {
  await test.step('has menus and a tray in the language of the setting, whose items do what their shortcuts do', async () => {
    const app = await launch();
    const { page } = app;
    await isReady(app);
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
    await test.step('leaves the links of its scheme to the installed one when it runs from its sources', () => {
      expect(eventsOf(app, 'protocol-client')).toEqual([]);
    });
    await page.getByText('Dark', { exact: true }).click();
    await isReady(app);
    await createGame(page, 'Lasting');
    await test.step('ends when its window is closed and nothing runs', async () => {
      app.tell({ event: 'zoom', args: [2] });
      app.tell({ event: 'move-window', args: [{ x: 2_000, y: 100, width: 1_100, height: 700 }] });
      app.tell({ event: 'close-window', args: [] });
      await ended(app);
      expect(eventsOf(app, 'message-box')).toEqual([]);
    });
  });

  await test.step('waits in the background when it was started with the session, and goes on there', async () => {
    const two = '[{"x":0,"y":0,"width":1920,"height":1080},{"x":1920,"y":0,"width":1920,"height":1080}]';
    const app = await launch({ STAND_IN_DISPLAYS: two, STAND_IN_ANSWER: '0' }, ['--hidden']);
    const { page } = app;
    await test.step('keeps its games and the chosen theme over a restart of the app', async () => {
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page.getByRole('navigation', { name: 'Games' }).getByText('Lasting')).toBeVisible();
    });
    await isReady(app);
    await test.step('waits in the background when it was started with the session', async () => {
      expect(eventsOf(app, 'show')).toEqual([]);
      click(app, 'tray show');
      await expect.poll(() => eventsOf(app, 'show').length).toBe(1);
    });
    await test.step('opens where it was closed, as a display is there', () => {
      expect(settingsOf(app)['bounds']).toEqual({ x: 2_000, y: 100, width: 1_100, height: 700 });
    });
    await test.step('says in the tray what runs', async () => {
      expect(trayLabels(app)).toEqual(['No servers running', 'Nothing is sent', 'Open Slipway', 'Quit Slipway']);
      await page.getByRole('button', { name: 'Run Pocket Regatta' }).click();
      await expect.poll(() => trayLabels(app), { timeout: 30_000 }).toContain('1 server running');
      expect(trayLabels(app)).toContain('Quit and stop 1 server');
    });
    await test.step('asks once what closing the window does to what runs, and goes on in the background', async () => {
      app.tell({ event: 'close-window', args: [] });
      await expect.poll(() => eventsOf(app, 'hide').length).toBe(1);
      expect(eventsOf(app, 'message-box')).toMatchObject([{ message: '1 server of yours is running' }]);
      expect(JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8'))).toMatchObject({
        keep_hosting: true,
      });
      click(app, 'tray show');
      await expect.poll(() => eventsOf(app, 'show').length).toBe(2);
      app.tell({ event: 'close-window', args: [] });
      await expect.poll(() => eventsOf(app, 'hide').length).toBe(2);
      expect(eventsOf(app, 'message-box')).toHaveLength(1);
      expect(trayLabels(app)).toContain('1 server running');
      click(app, 'tray quit');
      await ended(app);
    });
  });

  await test.step('opens elsewhere when the display is gone, and ends with the session', async () => {
    const app = await launch();
    await isReady(app);
    expect(settingsOf(app)['bounds']).toEqual({ width: 1_100, height: 700 });
    await test.step('quits without a question when the session ends', async () => {
      app.tell({ event: 'shutdown', args: [] });
      await ended(app);
      expect(eventsOf(app, 'message-box')).toEqual([]);
    });
  });
});
