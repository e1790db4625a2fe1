// What the installed app alone does: it asks the system to start it with the session and for the links of its scheme, and takes newer
// versions, with the real updater against a real web server: what is taken, and what is refused in words.
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { type Published, startUpdateHost, type UpdateHost } from '../support/update-host.ts';
import { test as base, expect } from './support/app-test.ts';
import type { RunningApp } from './support/shells.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

const newer = (home: string): Published => ({
  version: '0.2.0',
  file: Buffer.from(`#!/bin/sh\necho "$0" > '${home}/started'\n#${'x'.repeat(200_000)}\n`),
  notes: '## 0.2.0\n\n- Servers start sooner.\n- Lanes have colours.\n',
});

type Fixtures = { host: UpdateHost; installed(): Promise<RunningApp>; image: string };

/** The app as an AppImage that was packed with a place for newer versions. */
const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
  host: async ({}, use) => {
    const host = await startUpdateHost();
    await use(host);
    await host.close();
  },
  image: async ({ home }, use) => {
    await writeFile(path.join(home, 'Slipway.AppImage'), 'the old one', { mode: 0o755 });
    await use(path.join(home, 'Slipway.AppImage'));
  },
  installed: async ({ launch, home, host, image }, use) => {
    const resources = path.join(home, 'resources');
    await mkdir(resources);
    await writeFile(path.join(resources, 'updates.json'), JSON.stringify(host.place));
    await writeFile(path.join(resources, 'app-update.yml'), 'updaterCacheDirName: slipway-updater\n');
    const news = { version: '0.1.0', notes: ['Slipway asks for newer versions.'] };
    await writeFile(path.join(resources, 'news.json'), JSON.stringify(news));
    await use(async () => {
      const env = { STAND_IN_RESOURCES: resources, APPIMAGE: image, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
      const app = await launch(env);
      // What is new may lie over the page.
      await expect(app.page.getByRole('heading', { name: 'Local is running', includeHidden: true })).toBeAttached();
      return app;
    });
  },
});

const openSettings = async (page: Page) => await page.getByRole('link', { name: /Settings/ }).click();
const updates = (page: Page) => page.getByRole('region', { name: 'Updates' });
const check = async (page: Page) => await updates(page).getByRole('button', { name: 'Check for updates' }).click();
const pending = async (home: string) =>
  await readdir(path.join(home, 'slipway-updater/pending')).catch(() => [] as string[]);

test('starts with the session when asked to, shows what is new, and takes newer versions as they were signed', async ({
  installed,
  host,
  home,
  image,
}) => {
  test.slow(); // all that an updater meets, one after the other
  const settings = path.join(home, 'settings.json');
  await writeFile(settings, JSON.stringify({ read_news_of: '0.0.9' }));
  const app = await installed();
  const { page } = app;
  await test.step('shows what is new once after an update, and again when asked', async () => {
    const dialog = page.getByRole('dialog', { name: "What's new in Slipway 0.1.0" });
    await expect(dialog.getByText('Slipway asks for newer versions.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => JSON.parse(await readFile(settings, 'utf8')) as object)
      .toMatchObject({ read_news_of: '0.1.0' });
    await openSettings(page);
    await updates(page).getByRole('button', { name: "What's new" }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });
  await test.step('is given the links of its scheme', () => {
    expect(eventsOf(app, 'protocol-client')).toEqual([{ scheme: 'slipway' }]);
  });
  await test.step('starts with the session while that is switched on, by the file that the session looks at', async () => {
    if (process.platform !== 'linux') return; // elsewhere Electron has a call for it
    const entry = async () => await readFile(path.join(home, 'autostart/slipway.desktop'), 'utf8').catch(() => 'none');
    const start = page.getByRole('switch', { name: 'Start at login' });
    await expect(start).not.toBeChecked();
    expect(await entry()).toBe('none');
    await start.click();
    await expect.poll(entry).toContain(`Exec="${image}" --hidden`);
    await start.click();
    await expect.poll(entry).toBe('none');
  });
  const automatically = page.getByRole('switch', { name: 'Check for updates automatically' });
  await test.step('asks nobody for a newer version before it is told to', async () => {
    await expect(updates(page).getByText(/was not checked for updates/)).toBeVisible();
    await expect(automatically).not.toBeChecked();
    expect(host.asked).toEqual([]);
  });
  await test.step('asks by itself once that is switched on, and says what it found', async () => {
    host.publish(newer(home));
    await automatically.click();
    await expect(page.getByText('Update available').first()).toBeVisible();
    await expect(updates(page).getByText('Slipway 0.2.0 is available. This is 0.1.0.')).toBeVisible();
    expect(host.asked.some((name) => name.endsWith('.AppImage'))).toBe(false);
    await automatically.click();
    await expect(automatically).not.toBeChecked();
  });
  await test.step('says from the menu that this is the newest version, also where an older one is published', async () => {
    await page.evaluate(() => (location.hash = '#/welcome'));
    await expect(updates(page)).toHaveCount(0);
    // An empty one is set at the start already, so that nobody meets Electron's own.
    await expect.poll(() => JSON.stringify(settingsOf(app)['menu'])).toContain('check-for-updates');
    for (const version of ['0.1.0', '0.0.9']) {
      host.publish({ version, file: Buffer.from('older') });
      const before = host.asked.length;
      app.tell({ event: 'click', args: ['menu check-for-updates'] });
      await expect.poll(() => host.asked.length).toBeGreaterThan(before);
      await expect(updates(page).getByText('Slipway 0.1.0 is the newest version.')).toBeVisible();
      await expect(page.getByText('Slipway 0.1.0 is the newest version.').nth(1)).toBeVisible();
    }
  });
  await test.step('takes no list that is garbage, not signed, or signed by somebody else', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    for (const [wrong, sentence] of [
      [{ list: '\u0000}{ version: [' }, /cannot be read/],
      [{ list: 'version: not a version' }, /cannot be read/],
      [{ list: '' }, /not signed|cannot be read/],
      [{ signer: null }, /is not signed by whoever built this Slipway/],
      [{ signer: stranger }, /is not signed by whoever built this Slipway/],
    ] as const) {
      host.publish({ ...newer(home), ...wrong });
      await check(page);
      await expect(updates(page).getByText(sentence)).toBeVisible();
      // A good one in between, so that the next sentence is of the next try.
      host.publish({ version: '0.1.0', file: Buffer.from('') });
      await check(page);
      await expect(updates(page).getByText(/is the newest version/)).toBeVisible();
    }
  });
  await test.step('throws away a file that is not the announced one or not whole', async () => {
    const other = Buffer.alloc(64).toString('base64');
    for (const wrong of [{ sha512: other }, { cutAfter: 50_000 }]) {
      host.publish({ ...newer(home), ...wrong });
      await check(page);
      await updates(page).getByRole('button', { name: 'Download' }).click();
      await expect(updates(page).getByText(/incomplete, or not the file that was announced/)).toBeVisible();
      expect(await pending(home)).toEqual([]);
    }
  });
  await test.step('says that the host is gone, before and while a version is brought, and goes on when it is back', async () => {
    host.publish(newer(home));
    await host.close();
    await check(page);
    await expect(updates(page).getByText(/127\.0\.0\.1:\d+ does not answer/)).toBeVisible();
    await host.reopen();
    await check(page);
    await expect(updates(page).getByText(/is available/)).toBeVisible();
    await expect(updates(page).getByText('Servers start sooner.')).toBeVisible();
    await host.close();
    await updates(page).getByRole('button', { name: 'Download' }).click();
    await expect(updates(page).getByText(/does not answer/)).toBeVisible();
    await host.reopen();
    await check(page);
    await updates(page).getByRole('button', { name: 'Download' }).click();
    await expect(updates(page).getByText(/Slipway 0\.2\.0 is downloaded and verified/)).toBeVisible();
  });
  await test.step('installs the good one after all that', async () => {
    expect(await readFile(image, 'utf8')).toBe('the old one');
    await updates(page).getByRole('button', { name: 'Restart and update' }).click();
    const started = async () => await readFile(path.join(home, 'started'), 'utf8').catch(() => '');
    await expect.poll(started).toBe(`${image}\n`);
    expect(await readFile(image)).toEqual(newer(home).file);
    expect((await stat(image)).mode & 0o111).not.toBe(0);
    await expect.poll(() => eventsOf(app, 'tray-gone').length).toBe(1);
    expect(await app.stop()).toBe(0);
  });
});
