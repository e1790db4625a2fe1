// Crashes and errors of the desktop app: each is survived where it can be, told to a person, and logged under its ray id.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canMount } from '../support/small-disk.ts';
import { expect, test } from './support/app-test.ts';
import { eventsOf } from './support/stand-in-reports.ts';

const logOf = async (home: string) => await readFile(path.join(home, 'logs/slipway.log'), 'utf8').catch(() => '');
const running = { name: 'Local is running' };

test('survives its errors and a window that crashes, and says where each stands in the log', async ({
  launch,
  home,
}) => {
  const { page, tell, reports } = await launch();
  await expect(page.getByRole('heading', running)).toBeVisible();
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
    await expect(page.getByRole('heading', running)).toBeVisible();
    const message = page.locator('[data-slot~="toast"]').filter({ hasText: 'The window was opened again' });
    const text = await message
      .getByText(/The log has the details under/)
      .first()
      .textContent();
    const ray_id = /under ([\w-]+)\./.exec(text ?? '')?.[1] ?? 'no ray id';
    await expect.poll(() => logOf(home)).toContain(ray_id);
    for (let count = 0; count < 3; count += 1) tell({ event: 'crash-page', args: [] });
    await expect.poll(() => eventsOf({ reports }, 'error-box')).toMatchObject([{ title: 'The window keeps crashing' }]);
  });
});

test('shows its window before the service is ready, and says that it starts', async ({ launch, home }) => {
  const hold = path.join(home, 'hold');
  await writeFile(hold, '');
  const script = path.join(import.meta.dirname, 'support/hold-service.cjs');
  const app = await launch({ NODE_OPTIONS: `--require ${script}`, SLIPWAY_HOLD_SERVICE: hold });
  await expect(app.page.getByRole('heading', { name: 'Local is starting' })).toBeVisible();
  await expect.poll(() => eventsOf(app, 'show').length).toBeGreaterThan(0);
  await rm(hold);
  await expect(app.page.getByRole('heading', running)).toBeVisible();
});

test('begins with fresh settings beside a damaged file, and says so', async ({ launch, home }) => {
  await writeFile(path.join(home, 'settings.json'), '{"theme": "dark", ');
  const { page } = await launch();
  await expect(page.getByText('Slipway starts with default settings').first()).toBeVisible();
  expect(await readFile(path.join(home, 'settings.json.damaged'), 'utf8')).toBe('{"theme": "dark", ');
});

test('uses what it understands of settings of a newer Slipway, keeps them whole, and says so', async ({
  launch,
  home,
}) => {
  const text = JSON.stringify({ format: 99, theme: 'dark', of_later: ['x'] });
  await writeFile(path.join(home, 'settings.json'), text);
  const { page } = await launch();
  await expect(page.getByText('The settings are from a newer Slipway').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await readFile(path.join(home, 'settings.json.newer'), 'utf8')).toBe(text);
  const now = JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8')) as object;
  expect(now).toMatchObject({ format: 99, of_later: ['x'] });
});

test('says that a data folder is on a drive that is gone, and runs again when it is back', async ({ launch, home }) => {
  // A file where the drive would be mounted: nobody can make a folder below it.
  const drive = path.join(home, 'drive');
  await writeFile(drive, '');
  await writeFile(path.join(home, 'settings.json'), JSON.stringify({ data_folder: path.join(drive, 'slipway') }));
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local stopped' })).toBeVisible();
  await expect(page.getByText(drive).first()).toBeVisible();
  expect(await readdir(home)).not.toContain('local');
  await rm(drive);
  await mkdir(drive);
  await page.getByRole('button', { name: 'Restart' }).first().click();
  await expect(page.getByRole('heading', running)).toBeVisible();
  expect(await readdir(path.join(drive, 'slipway'))).toContain('slipway.db');
});

test('says that the drive with its data was taken out while it runs, and goes on when it is back', async ({
  launch,
  home,
}) => {
  const drive = path.join(home, 'drive');
  await mkdir(drive);
  await writeFile(path.join(home, 'settings.json'), JSON.stringify({ data_folder: path.join(drive, 'slipway') }));
  const { page } = await launch();
  await expect(page.getByRole('heading', running)).toBeVisible();
  await rename(drive, path.join(home, 'taken-out'));
  await expect(page.getByRole('heading', { name: 'Local stopped' })).toBeVisible();
  await expect(page.getByText(/is no longer at .*\. Its drive may have been disconnected/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Restart' }).first().click();
  await expect(page.getByRole('heading', { name: 'Local stopped' })).toBeVisible();
  expect(await readdir(home)).not.toContain('drive');
  await rename(path.join(home, 'taken-out'), drive);
  await expect(page.getByRole('heading', running)).toBeVisible();
  expect(await readdir(path.join(drive, 'slipway'))).toContain('slipway.db');
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

for (const [keychain, file, isSealed] of [
  ['libsecret', 'secrets-sealed.json', true],
  // A keyring of nobody's is no safe place, and is not reported as one.
  ['basic', 'secrets.json', false],
] as const) {
  test(`keeps tokens ${isSealed ? 'sealed' : 'in a file of their own'} on a desktop with ${keychain}`, async ({
    launch,
    home,
  }) => {
    const { page } = await launch({ STAND_IN_KEYCHAIN: keychain });
    await expect(page.getByRole('heading', running)).toBeVisible();
    const { url } = JSON.parse(await readFile(path.join(home, 'local/running.json'), 'utf8')) as { url: string };
    const token = (await readFile(path.join(home, 'local/owner-token'), 'utf8')).trim();
    await writeFile(path.join(home, 'team.slipway'), JSON.stringify({ slipway: 1, url, token }));
    await expect(launch({}, [path.join(home, 'team.slipway')])).rejects.toThrow();
    await page.getByRole('button', { name: 'Add remote' }).click();
    await expect(page.getByText('The remote was added').first()).toBeVisible();
    expect((await readFile(path.join(home, file), 'utf8')).includes(token)).toBe(!isSealed);
    expect((await stat(path.join(home, file))).mode & 0o077).toBe(0);
    expect(await logOf(home)).not.toContain(token);
  });
}
