// Builds and logs leave the desktop app as files: dragged out of the window under readable names, or saved. Nothing of it stays.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, test } from './support/app-test.ts';
import { placeOpener } from './support/opener.ts';
import type { RunningApp } from './support/shells.ts';
import { eventsOf } from './support/stand-in-reports.ts';
import { serverIn } from './support/steps.ts';

/** Pulls with the mouse, far enough to be a drag. */
async function pull(page: Page, what: Locator): Promise<void> {
  await what.hover({ position: { x: 10, y: 10 } }); // waits until it stands still, as late data may move it
  const box = await what.boundingBox();
  if (box === null) throw new Error('There is nothing to pull');
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + box.height / 2 + 40, { steps: 5 });
  await page.mouse.up();
}

/** The sample runs once the window shows its game and has opened its client outside. */
async function runSample(app: RunningApp, opened: () => Promise<string[]>): Promise<void> {
  await app.page.getByRole('button', { name: 'Run Pocket Regatta' }).click();
  await expect.poll(async () => (await opened()).length, { timeout: 60_000 }).toBe(1);
  const [client = ''] = await opened();
  expect(client).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect((await fetch(client)).status).toBe(200);
}

const dragged = (app: RunningApp) => eventsOf(app, 'start-drag') as { file: string; icon: { file: string } }[];

test('drags a build and a log out as files, saves a build, and leaves nothing behind', async ({ launch, home }) => {
  const { PATH, opened } = await placeOpener(home);
  const app = await launch({ PATH });
  await app.willPick(home);
  const { page } = app;
  await runSample(app, () => opened(app));
  await page.getByRole('link', { name: /^Builds/ }).click();
  const row = page.getByRole('row').last();
  // What comes last, and moves the row.
  await expect(page.getByRole('radio', { name: 'In use 1' })).toBeVisible();
  await expect(row).toContainText('prod');
  await pull(page, row);
  await expect.poll(() => dragged(app).length).toBe(1);
  const [{ file, icon } = { file: '', icon: { file: '' } }] = dragged(app);
  expect(path.dirname(path.dirname(file))).toBe(path.join(home, 'out'));
  expect(path.basename(file)).toMatch(/^[\w. -]+\.tar(\.\w+)?$/);
  expect(icon.file).toMatch(/tray\.png$/);
  const bytes = await readFile(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(await readdir(path.join(home, 'local/blobs', hash.slice(0, 2)))).toContain(hash);

  await row.getByRole('gridcell').first().click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText(/was saved/).first()).toBeVisible();
  expect(await readFile(path.join(home, path.basename(file)))).toEqual(bytes);
  await save.click();
  await expect(page.getByText(/something with that name already exists/).first()).toBeVisible();

  await page.getByRole('link', { name: /^Servers/ }).click();
  await serverIn(page, /Running/).click();
  await expect(page.getByRole('log')).not.toBeEmpty();
  // What comes above the log last: the log is moved by it, and would be missed.
  await expect(page.getByText('Access', { exact: true })).toBeVisible();
  await pull(page, page.getByTitle('Drag this out of the window to save the log'));
  await expect.poll(() => dragged(app).length).toBe(2);
  const log = dragged(app)[1]?.file ?? '';
  expect(path.basename(log)).toMatch(/^server-[\w-]+\.log$/);
  expect(await readFile(log, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \w* +\S/);
  expect(await app.stop()).toBe(0);
  expect(await readdir(home)).not.toContain('out');
});
