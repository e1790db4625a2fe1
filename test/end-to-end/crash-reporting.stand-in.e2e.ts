// Crashes and errors of the desktop app: each is survived where it can be, told to a person, and logged under its ray id.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { canMount } from '../support/small-disk.ts';
import { expect, test } from './support/app-test.ts';
import type { RunningApp } from './support/shells.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';

const logOf = async (home: string) => await readFile(path.join(home, 'logs/slipway.log'), 'utf8').catch(() => '');
const running = (page: Page) => page.getByRole('heading', { name: 'Local is running' });
const stopped = (page: Page) => page.getByRole('heading', { name: 'Local stopped' });

/** Adds Local once more, as a remote with the token that lies in its folder; answers the token. */
async function addWithToken({ page, willPick, tell, reports }: RunningApp, local: string): Promise<string> {
  const { url } = JSON.parse(await readFile(path.join(local, 'running.json'), 'utf8')) as { url: string };
  const token = (await readFile(path.join(local, 'owner-token'), 'utf8')).trim();
  const file = path.join(local, '../team.slipway');
  await writeFile(file, JSON.stringify({ slipway: 1, url, token }));
  await willPick(file);
  await expect.poll(() => JSON.stringify(settingsOf({ reports })['menu'])).toContain('open-connection-file');
  tell({ event: 'click', args: ['menu open-connection-file'] });
  await page.getByRole('button', { name: 'Add remote' }).click();
  await expect(page.getByText('The remote was added').first()).toBeVisible();
  return token;
}

async function expectToken(home: string, file: string, { token, isSealed }: { token: string; isSealed: boolean }) {
  expect((await readFile(path.join(home, file), 'utf8')).includes(token)).toBe(!isSealed);
  expect((await stat(path.join(home, file))).mode & 0o077).toBe(0);
  expect(await logOf(home)).not.toContain(token);
}

test('starts with damaged settings and a slow service, and survives its errors and a window that crashes', async ({
  launch,
  home,
}) => {
  const damaged = '{"theme": "dark", ';
  await writeFile(path.join(home, 'settings.json'), damaged);
  const hold = path.join(home, 'hold');
  await writeFile(hold, '');
  const script = path.join(import.meta.dirname, 'support/hold-service.cjs');
  const slow = { NODE_OPTIONS: `--require ${script}`, SLIPWAY_HOLD_SERVICE: hold };
  const app = await launch({ ...slow, STAND_IN_KEYCHAIN: 'basic' });
  const { page, tell } = app;
  await test.step('begins with fresh settings beside a damaged file, and says so', async () => {
    await expect(page.getByText('Slipway starts with default settings').first()).toBeVisible();
    expect(await readFile(path.join(home, 'settings.json.damaged'), 'utf8')).toBe(damaged);
  });
  await test.step('shows its window before the service is ready, and says that it starts', async () => {
    await expect(page.getByRole('heading', { name: 'Local is starting' })).toBeVisible();
    await expect.poll(() => eventsOf(app, 'show').length).toBeGreaterThan(0);
    await rm(hold);
    await expect(running(page)).toBeVisible();
  });
  // A keyring of nobody's is no safe place, and is not reported as one.
  await test.step('keeps tokens in a file of their own on a desktop with basic', async () => {
    const token = await addWithToken(app, path.join(home, 'local'));
    await expectToken(home, 'secrets.json', { token, isSealed: false });
    await page.evaluate(() => (location.hash = '#/welcome'));
    await expect(running(page)).toBeVisible();
  });
  await test.step('goes on after an error that nobody caught', async () => {
    tell({ event: 'throw-in-main', args: ['a cable fell out'] });
    await expect(page.getByText('Something went wrong in Slipway').first()).toBeVisible();
    await expect.poll(() => logOf(home)).toMatch(/a cable fell out.*"ray_id":"[\w-]+"/);
  });
  await test.step('takes an error of the window into the log', async () => {
    await page.evaluate(() => void Promise.reject(new Error('a pane broke')));
    await expect(page.getByText('Something went wrong in the window').first()).toBeVisible();
    await expect.poll(() => logOf(home)).toContain('a pane broke');
  });
  await test.step('opens a window that crashed again, and gives up when it crashes on and on', async () => {
    tell({ event: 'crash-page', args: [] });
    await expect(page.getByText('The window was opened again').first()).toBeVisible();
    await expect(running(page)).toBeVisible();
    const message = page.locator('[data-slot~="toast"]').filter({ hasText: 'The window was opened again' });
    const text = await message
      .getByText(/The log has the details under/)
      .first()
      .textContent();
    const ray_id = /under ([\w-]+)\./.exec(text ?? '')?.[1] ?? 'no ray id';
    await expect.poll(() => logOf(home)).toContain(ray_id);
    for (let count = 0; count < 3; count += 1) tell({ event: 'crash-page', args: [] });
    await expect.poll(() => eventsOf(app, 'error-box')).toMatchObject([{ title: 'The window keeps crashing' }]);
  });
});

test('uses settings of a newer Slipway, and says of the drive with its data when it is gone, is back, and is taken out', async ({
  launch,
  home,
}) => {
  // A file where the drive would be mounted: nobody can make a folder below it.
  const [drive, elsewhere] = [path.join(home, 'drive'), path.join(home, 'taken-out')];
  await writeFile(drive, '');
  const data_folder = path.join(drive, 'slipway');
  const text = JSON.stringify({ format: 99, theme: 'dark', of_later: ['x'], data_folder });
  await writeFile(path.join(home, 'settings.json'), text);
  const app = await launch({ STAND_IN_KEYCHAIN: 'libsecret' });
  const { page } = app;
  await test.step('uses what it understands of settings of a newer Slipway, keeps them whole, and says so', async () => {
    await expect(page.getByText('The settings are from a newer Slipway').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await readFile(path.join(home, 'settings.json.newer'), 'utf8')).toBe(text);
    const now = JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8')) as object;
    expect(now).toMatchObject({ format: 99, of_later: ['x'] });
  });
  const restart = page.getByRole('button', { name: 'Restart' }).first();
  await test.step('says that a data folder is on a drive that is gone, and runs again when it is back', async () => {
    await expect(stopped(page)).toBeVisible();
    await expect(page.getByText(drive).first()).toBeVisible();
    expect(await readdir(home)).not.toContain('local');
    await rm(drive);
    await mkdir(drive);
    await restart.click();
    await expect(running(page)).toBeVisible();
    expect(await readdir(data_folder)).toContain('slipway.db');
  });
  await test.step('says that the drive with its data was taken out while it runs, and goes on when it is back', async () => {
    await rename(drive, elsewhere);
    await expect(stopped(page)).toBeVisible();
    await expect(page.getByText(/is no longer at .*\. Its drive may have been disconnected/).first()).toBeVisible();
    await restart.click();
    await expect(stopped(page)).toBeVisible();
    expect(await readdir(home)).not.toContain('drive');
    await rename(elsewhere, drive);
    await expect(running(page)).toBeVisible();
    expect(await readdir(data_folder)).toContain('slipway.db');
  });
  await test.step('keeps tokens sealed on a desktop with libsecret', async () => {
    const token = await addWithToken(app, data_folder);
    await expectToken(home, 'secrets-sealed.json', { token, isSealed: true });
  });
});

test('says that it may not write its own folder, and ends', async ({ launch, home }) => {
  const place = path.join(home, 'not-a-folder');
  await writeFile(place, '');
  await expect(launch({ SLIPWAY_HOME: place })).rejects.toThrow(
    /cannot write to its folder.*Make .*not-a-folder writable/,
  );
});

test('says in the language of the system what keeps it from reading its settings', async ({ launch, home }) => {
  const place = path.join(home, 'not-a-folder');
  await writeFile(place, '');
  await expect(launch({ SLIPWAY_HOME: place, LC_ALL: 'de_DE.UTF-8' })).rejects.toThrow(
    /kann nicht in seinen Ordner schreiben.*Mach .*not-a-folder beschreibbar/,
  );
  await mkdir(path.join(home, 'settings.json'));
  await expect(launch({ STAND_IN_LANGUAGE: 'de-DE' })).rejects.toThrow(
    /Slipway konnte nicht starten.*settings\.json.*Was schiefging, steht in/,
  );
});

test('says that its folder is on a disk that can only be read, and ends', async ({ launch, home }) => {
  test.skip(!canMount, 'This machine lets no process have mounts of its own');
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const start = launch({}, [], ['unshare', '-rm', 'sh', '-c', readOnly, home]);
  await expect(start).rejects.toThrow(/cannot write to its folder.*can only be read.*EROFS.*SLIPWAY_HOME/);
  expect(await readdir(home)).toEqual([]);
});
