// Electron's own security checklist, point by point, on the built app in the stand-in. What the stand-in cannot show
// (that Chromium's sandbox works) is Electron's to keep; what is shown is that the app asks for it and refuses the rest.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './support/app-test.ts';
import { placeOpener } from './support/opener.ts';
import { expectPageLimits } from './support/page-limits.ts';
import type { RunningApp } from './support/shells.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

const root = path.join(import.meta.dirname, '../..');
const bundle = async (folder: string, ending: RegExp) => {
  const names = await readdir(path.join(root, 'out', folder), { recursive: true });
  const files = names.filter((name) => ending.test(name)).map((name) => path.join(root, 'out', folder, name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
};
const typed = 'input:not([type=checkbox], [type=range], [type=file], [type=radio]), textarea';

/** Of the fields of the palette, and then of those of the settings. */
async function looksAtNoSpelling(page: Page): Promise<void> {
  const fields = page.locator(typed);
  // In one step: a field that leaves the page between being found and being asked says true, as it has no page to inherit from.
  const looked = () =>
    page.evaluate(
      (selector) => [...document.querySelectorAll<HTMLElement>(selector)].map((field) => field.spellcheck),
      typed,
    );
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox').first()).toBeVisible();
  expect(new Set(await looked())).toEqual(new Set([false]));
  await page.keyboard.press('Escape');
  await page.evaluate(() => (location.hash = '#/settings'));
  await expect(fields.first()).toBeVisible();
  expect(await looked()).not.toContain(true);
}

const preferences = (app: RunningApp) => settingsOf(app)['webPreferences'] as Record<string, unknown>;

test("follows each point of Electron's security checklist, and has the spelling of nothing looked at", async ({
  launch,
  home,
  shell,
}) => {
  const { PATH, opened } = await placeOpener(home);
  const app = await launch({ PATH });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const point = test.step;

  await test.step('has the spelling of nothing looked at that is typed', async () => {
    expect(preferences(app)['spellcheck']).toBe(false);
    await looksAtNoSpelling(page);
    await page.evaluate(() => (location.hash = '#/welcome'));
    await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  });
  await test.step('gives the page nothing of Node, one port, and only what its policy allows', async () => {
    await expectPageLimits(page, shell);
    await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  });
  await point('1 loads only its own content', async () => {
    const foreign = await page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      return loaded.filter((url) => !url.startsWith(location.origin) && !/^(data:|http:\/\/127\.0\.0\.1:)/.test(url));
    });
    expect(foreign).toEqual([]);
    expect(await bundle('renderer', /\.html$/)).not.toMatch(/(src|href)="https?:/);
  });
  await point('2 gives the page no Node', () => {
    expect(preferences(app)).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false });
    expect(preferences(app)).not.toHaveProperty('nodeIntegrationInSubFrames');
  });
  await point('3 isolates the page from its preload', () => {
    expect(preferences(app)['contextIsolation']).toBe(true);
  });
  await point('4 sandboxes every process', () => {
    expect(preferences(app)['sandbox']).toBe(true);
    expect(settingsOf(app)['sandboxForced']).toBe(true);
  });
  await point('5 answers requests for permissions with no', () => {
    const answers = Object.entries(settingsOf(app)).filter(([name]) => /^(permission|check|device):/.test(name));
    expect(answers.length).toBeGreaterThanOrEqual(6);
    const granted = answers.filter(([, answer]) => answer !== false);
    expect(granted).toEqual([['permission:clipboard-sanitized-write', true]]);
  });
  await point('6 keeps web security on', () => {
    expect(preferences(app)['webSecurity']).toBe(true);
  });
  await point('7 has a content security policy', async () => {
    const policy = (await page.reload())?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*(?!\s|;|$)\w/);
    await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  });
  await point('8 allows no insecure content', () => {
    expect(preferences(app)['allowRunningInsecureContent'] ?? false).toBe(false);
  });
  await point('9 and 10 uses no experimental features', () => {
    expect(preferences(app)).not.toHaveProperty('experimentalFeatures');
    expect(preferences(app)).not.toHaveProperty('enableBlinkFeatures');
  });
  await point('11 and 12 has no web views, and lets none be made', async () => {
    expect(preferences(app)['webviewTag']).toBe(false);
    expect(await bundle('renderer', /\.js$/)).not.toContain('allowpopups');
    expect(await bundle('main', /main\.js$/)).toContain('will-attach-webview');
  });
  await point('13 stays where it is', async () => {
    await page.evaluate(() => void (location.href = 'http://127.0.0.1:1/elsewhere'));
    await expect
      .poll(() => eventsOf(app, 'navigation').at(-1))
      .toEqual({ url: 'http://127.0.0.1:1/elsewhere', allowed: false });
  });
  await point('14 opens no window', async () => {
    await page.evaluate(() => void window.open('http://127.0.0.1:1/popup'));
    await expect.poll(() => eventsOf(app, 'window-open')).toMatchObject([{ action: 'deny' }]);
  });
  await point('15 hands only checked addresses to the system', async () => {
    await page.evaluate(() => {
      const port = Reflect.get(window, 'slipwayPort') as { send(frame: unknown): void };
      for (const [id, url] of ['http://games.example', 'file:///etc/passwd', 'https://games.example/'].entries()) {
        port.send({ t: 'call', id: 9_000 + id, name: 'host.openLink', input: { url } });
      }
    });
    await expect.poll(() => opened(app)).toEqual(['https://games.example/']);
  });
  await point('16 is built on the current major version of Electron that it was tested with', async () => {
    const { devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const types = await readFile(path.join(root, 'node_modules/electron/package.json'), 'utf8');
    expect(JSON.parse(types).version).toBe(devDependencies.electron);
  });
  await point('17 looks at the sender of every frame', async () => {
    await page.evaluate(() => {
      const inner = document.body.appendChild(document.createElement('iframe'));
      const send = inner.contentWindow && Reflect.get(inner.contentWindow, '__standInSend');
      send('slipway:frame', { t: 'call', id: 9_999, name: 'settings.set', input: { theme: 'dark' } });
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  });
  await point('18 uses a scheme of its own and never file:', async () => {
    expect(settingsOf(app)['schemes']).toEqual([{ scheme: 'slipway', privileges: { standard: true, secure: true } }]);
    expect(await bundle('main', /main\.js$/)).not.toMatch(/loadFile\(|loadURL\(["'`]file:/);
  });
  await point('19 sets its fuses', async () => {
    const config = await readFile(path.join(root, 'electron-builder.yml'), 'utf8');
    expect(config).toMatch(/runAsNode: false/);
    expect(config).toMatch(/onlyLoadAppFromAsar: true/);
  });
  await point('20 shows the page nothing of Electron', async () => {
    const seen = await page.evaluate(() => Object.keys(Reflect.get(window, 'slipwayPort') as object));
    expect(seen).toEqual(['send', 'onFrame']);
    expect(await bundle('preload', /\.cjs$/)).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer/);
  });
});
