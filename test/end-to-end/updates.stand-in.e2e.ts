// Newer versions of the installed app, with the real updater against a real web server: what is taken, and what is refused in words.
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

test('asks nobody for a newer version before it is told to', async ({ installed, host }) => {
  const { page } = await installed();
  await openSettings(page);
  await expect(updates(page).getByText(/was not checked for updates/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Check for updates automatically' })).not.toBeChecked();
  expect(host.asked).toEqual([]);
});

test('asks by itself once that is switched on, and says what it found', async ({ installed, host, home }) => {
  host.publish(newer(home));
  const { page } = await installed();
  await openSettings(page);
  await page.getByRole('switch', { name: 'Check for updates automatically' }).click();
  await expect(page.getByText('Update available').first()).toBeVisible();
  await expect(updates(page).getByText('Slipway 0.2.0 is available. This is 0.1.0.')).toBeVisible();
  expect(host.asked.some((name) => name.endsWith('.AppImage'))).toBe(false);
});

test('says from the menu that this is the newest version, also where an older one is published', async ({
  installed,
  host,
}) => {
  const app = await installed();
  // An empty one is set at the start already, so that nobody meets Electron's own.
  await expect.poll(() => JSON.stringify(settingsOf(app)['menu'])).toContain('check-for-updates');
  for (const version of ['0.1.0', '0.0.9']) {
    host.publish({ version, file: Buffer.from('older') });
    const before = host.asked.length;
    app.tell({ event: 'click', args: ['menu check-for-updates'] });
    await expect.poll(() => host.asked.length).toBeGreaterThan(before);
    await expect(updates(app.page).getByText('Slipway 0.1.0 is the newest version.')).toBeVisible();
    await expect(app.page.getByText('Slipway 0.1.0 is the newest version.').nth(1)).toBeVisible();
  }
});

test('takes no list that is garbage, not signed, or signed by somebody else', async ({ installed, host, home }) => {
  const { page } = await installed();
  await openSettings(page);
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

test('throws away a file that is not the announced one or not whole, and installs the good one after it', async ({
  installed,
  host,
  home,
  image,
}) => {
  const app = await installed();
  const { page } = app;
  await openSettings(page);
  const other = Buffer.alloc(64).toString('base64');
  for (const wrong of [{ sha512: other }, { cutAfter: 50_000 }]) {
    host.publish({ ...newer(home), ...wrong });
    await check(page);
    await updates(page).getByRole('button', { name: 'Download' }).click();
    await expect(updates(page).getByText(/incomplete, or not the file that was announced/)).toBeVisible();
    expect(await pending(home)).toEqual([]);
  }
  host.publish(newer(home));
  await check(page);
  await expect(updates(page).getByText('Servers start sooner.')).toBeVisible();
  await updates(page).getByRole('button', { name: 'Download' }).click();
  await expect(updates(page).getByText(/Slipway 0\.2\.0 is downloaded and verified/)).toBeVisible();
  expect(await readFile(image, 'utf8')).toBe('the old one');
  await updates(page).getByRole('button', { name: 'Restart and update' }).click();
  await expect.poll(async () => await readFile(path.join(home, 'started'), 'utf8').catch(() => '')).toBe(`${image}\n`);
  expect(await readFile(image)).toEqual(newer(home).file);
  expect((await stat(image)).mode & 0o111).not.toBe(0);
  await expect.poll(() => eventsOf(app, 'tray-gone').length).toBe(1);
  expect(await app.stop()).toBe(0);
});

test('says that the host is gone, before and while a version is brought, and goes on when it is back', async ({
  installed,
  host,
  home,
}) => {
  const { page } = await installed();
  await openSettings(page);
  host.publish(newer(home));
  await host.close();
  await check(page);
  await expect(updates(page).getByText(/127\.0\.0\.1:\d+ does not answer/)).toBeVisible();
  await host.reopen();
  await check(page);
  await expect(updates(page).getByText(/is available/)).toBeVisible();
  await host.close();
  await updates(page).getByRole('button', { name: 'Download' }).click();
  await expect(updates(page).getByText(/does not answer/)).toBeVisible();
  await host.reopen();
  await check(page);
  await updates(page).getByRole('button', { name: 'Download' }).click();
  await expect(updates(page).getByText(/is downloaded and verified/)).toBeVisible();
});

test('shows what is new once after an update, and again when asked', async ({ installed, home }) => {
  await writeFile(path.join(home, 'settings.json'), JSON.stringify({ read_news_of: '0.0.9' }));
  const first = await installed();
  const dialog = first.page.getByRole('dialog', { name: "What's new in Slipway 0.1.0" });
  await expect(dialog.getByText('Slipway asks for newer versions.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8')) as object)
    .toMatchObject({ read_news_of: '0.1.0' });
  await openSettings(first.page);
  await updates(first.page).getByRole('button', { name: "What's new" }).click();
  await expect(dialog).toBeVisible();
});
