// Files and folders of this machine, dropped on the desktop app: the built preload makes paths of them, so nothing is copied, and
// what is no file of this machine is refused. Some are hard on it: 100,000 files, or one that may not be read.
import { chmod, cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { rounds } from '../support/soak.ts';
import { tarOf } from '../support/tar.ts';
import { expect, test } from './support/app-test.ts';
import { expectBadDrops, oneOfEach } from './support/bad-drops.ts';
import { dropFiles } from './support/drop-files.ts';
import { asAnybody, dropCard, makeBuild, makeCrowdedBuild, makeLargeBuild, uploadOf } from './support/hard-drops.ts';
import { eventsOf } from './support/stand-in-reports.ts';

test.use({ actionTimeout: 60_000 });

const samples = path.join(import.meta.dirname, '../../samples');
const another = async (page: Page) => await page.getByRole('button', { name: 'Choose another build' }).click();

/** What the app answers when the page itself sends a file that it made, and words in place of a file. */
async function sendWhatIsNoFile(page: Page): Promise<unknown[]> {
  return await page.evaluate(async () => {
    const port = Reflect.get(window, 'slipwayPort') as {
      send(frame: unknown): void;
      onFrame(listener: (frame: unknown) => void): void;
    };
    const call = (id: number, file: unknown) =>
      new Promise((resolve) => {
        port.onFrame((frame) => (frame as { id: number }).id === id && resolve(frame));
        try {
          port.send({ t: 'call', id, name: 'transfers.takeDropped', input: { paths: [file] } });
        } catch (thrown) {
          resolve(String(thrown));
        }
      });
    return [await call(9_001, new File(['x'], 'passwd')), await call(9_002, '/etc/passwd')];
  });
}

test('what is dropped is looked over and sent from where it lies, without a copy; what is no file of this machine, or no build, is refused', async ({
  launch,
  home,
}, { annotations }) => {
  test.slow(); // a dozen drops, one of them of more files than a busy disk likes
  const app = await launch({}, [], asAnybody);
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const copies = () => readdir(path.join(home, 'copies')).catch(() => []);
  await test.step('a file that the page made, and words in place of a file', async () => {
    const tried = await sendWhatIsNoFile(page);
    expect(tried[0]).toMatchObject({
      t: 'error',
      error: { message: 'What you dropped is not a file on this machine.' },
    });
    expect(tried[1]).toMatch(/TypeError/);
  });
  await test.step('an archive, which is looked over as it is', async () => {
    const server = await readFile(path.join(samples, 'udp-echo/server.js'), 'utf8');
    const file = path.join(home, 'echo.tar');
    await writeFile(file, tarOf({ 'server.js': server }));
    await dropFiles(page, [file]);
    await expect(dropCard(page, 'echo.tar').getByText(/It is started as node server\.js/)).toBeVisible();
    expect(await copies()).toEqual([]);
    await another(page);
  });
  await test.step('what is no build: one of each kind', async () => {
    await expectBadDrops(page, home, oneOfEach);
    await another(page);
  });
  await test.step('a file that may not be read, which is named, and is taken once it may be', async () => {
    const folder = await makeBuild(home, 'private');
    const card = dropCard(page, 'private');
    await chmod(path.join(folder, 'maps/reef.map'), 0o000);
    await dropFiles(page, [folder]);
    await expect(card).toContainText('maps/reef.map cannot be read');
    await expect(uploadOf(card)).toHaveAttribute('aria-disabled', 'true');
    await another(page);
    await chmod(path.join(folder, 'maps/reef.map'), 0o600);
    await dropFiles(page, [folder]);
    await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
    await another(page);
  });
  await test.step('a folder of 3,000 files, which is scanned', async () => {
    const folder = await makeLargeBuild(home, 'large', 3_000);
    const card = dropCard(page, 'large');
    const begun = performance.now();
    await dropFiles(page, [folder]);
    await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
    annotations.push({ type: 'scanned in', description: `${Math.round(performance.now() - begun)} ms` });
    await expect(card).toContainText('3,002');
    await another(page);
  });
  await test.step('a folder with 100,000 files, which is looked over while the window lives on, and given up on a word', async () => {
    // Above 100,000 it is said to be too much for a server; twice as many have the same said of them, only later.
    const maps = rounds(100_000, 200_000);
    const folder = await makeCrowdedBuild(home, 'crowded', maps);
    const card = dropCard(page, 'crowded');
    await dropFiles(page, [folder]);
    await expect(card.getByText('Scanning crowded')).toBeVisible();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeHidden();
    await dropFiles(page, [folder]);
    await expect(card).toContainText('more than servers have. Packing and unpacking them takes minutes.', {
      timeout: 120_000,
    });
    await expect(card).toContainText('Choose only the folder of the server');
    await expect(card).toContainText((maps + 2).toLocaleString('en'));
    await another(page);
  });
  await test.step('a folder, which is sent', async () => {
    await dropFiles(page, [path.join(samples, 'udp-echo')]);
    const card = dropCard(page, 'udp-echo');
    await expect(card.getByText('Starts server.js')).toBeVisible();
    expect(await copies()).toEqual([]);
    await uploadOf(card).click();
    await expect(page.getByRole('heading', { name: 'Udp echo', level: 1 })).toBeVisible();
    await expect(card).toBeHidden();
  });
  await test.step('a folder that went away before it was sent, which its transfer says, and goes on when it is back', async () => {
    const [build, away] = [path.join(home, 'harbor'), path.join(home, 'elsewhere')];
    await cp(path.join(samples, 'udp-echo'), build, { recursive: true });
    await page.evaluate(() => (location.hash = '#/welcome'));
    await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
    await dropFiles(page, [build]);
    const card = dropCard(page, 'harbor');
    await expect(card.getByText('Starts server.js')).toBeVisible();
    await rename(build, away);
    await uploadOf(card).click();
    await expect(card).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+j');
    const rows = page.getByRole('list', { name: 'Transfers' }).getByRole('listitem');
    const failed = rows.filter({
      hasText: /harbor cannot be read: it does not exist \(any more\)\. Nothing was packed\./,
    });
    // Its text changes as it goes on.
    const row = page.locator(`[data-transfer="${await failed.getAttribute('data-transfer')}"]`);
    await rename(away, build);
    await row.getByRole('button', { name: /^Retry/ }).click();
    await expect(row).toContainText('Done');
  });
  expect(eventsOf(app, 'error-box')).toEqual([]);
});
