// What the desktop app asks Electron for, as the stand-in was told: each security setting, and one instance at a time.
import { expect, test } from './support/app-test.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

test('sandboxes the window, isolates its page, and gives it no Node', async ({ launch }) => {
  const app = await launch();
  expect(settingsOf(app)).toMatchObject({
    sandboxForced: true,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
    },
  });
});

test('serves its page over a scheme of its own that has no more rights than it needs', async ({ launch }) => {
  const app = await launch();
  expect(settingsOf(app)['schemes']).toEqual([{ scheme: 'slipway', privileges: { standard: true, secure: true } }]);
});

test('denies every permission that a page can ask for, but copying text', async ({ launch }) => {
  const answers = Object.entries(settingsOf(await launch())).filter(([name]) =>
    /^(permission|check|device):/.test(name),
  );
  expect(answers.length).toBeGreaterThanOrEqual(6);
  expect(answers.filter(([, granted]) => granted !== false)).toEqual([['permission:clipboard-sanitized-write', true]]);
});

test('denies navigation and new windows itself', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await app.page.evaluate(() => void (location.href = 'http://127.0.0.1:1/elsewhere'));
  await expect
    .poll(() => eventsOf(app, 'navigation'))
    .toEqual([{ url: 'http://127.0.0.1:1/elsewhere', allowed: false }]);
  await app.page.evaluate(() => void window.open('http://127.0.0.1:1/popup'));
  await expect.poll(() => eventsOf(app, 'window-open')).toMatchObject([{ action: 'deny' }]);
});

test('hears no frame that another page or an inner frame sends', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const frame = { t: 'call', id: 9_999, name: 'settings.set', input: { theme: 'dark' } };
  await page.evaluate((sent) => {
    const inner = document.createElement('iframe');
    document.body.append(inner);
    // The stand-in's way to the core is in every frame, as Electron's would be for a page that got hold of it.
    const send = inner.contentWindow === null ? undefined : Reflect.get(inner.contentWindow, '__standInSend');
    if (typeof send !== 'function') throw new Error('The inner frame has no way to the core to try');
    send('slipway:frame', sent);
  }, frame);
  await page.waitForTimeout(500);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
});

test('wakes the running app when it is started again', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect(launch()).rejects.toThrow('The app ended before it opened a window');
  await expect.poll(() => eventsOf(app, 'focus').length).toBeGreaterThan(0);
});
