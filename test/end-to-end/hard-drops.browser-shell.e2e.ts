// Drops on the browser shell that are hard on it: a folder with 200,000 files, which it has to walk entry by entry, a file that the
// browser may not read, and links that it hides.
import { chmod, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { chromiumArguments } from '../../scripts/chromium-arguments.ts';
import { findTestChromium } from '../../scripts/test-chromium.ts';
import { test as appTest, expect } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';
import { asAnybody, dropCard, makeBuild, makeCrowdedBuild, makeLargeBuild, uploadOf } from './support/hard-drops.ts';

/** A browser that may read no more than anybody. */
const test = appTest.extend<object, { browser: Browser }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'slipway-e2e-'));
      const through = path.join(folder, 'modest-chromium');
      const found = (await findTestChromium()) ?? chromium.executablePath();
      await writeFile(through, `#!/bin/sh\nexec ${asAnybody.join(' ')} "${found}" "$@"\n`, { mode: 0o755 });
      const browser = await chromium.launch({ executablePath: through, args: [...chromiumArguments] });
      await use(browser);
      await browser.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

test('what is hard on a browser is scanned with a bar, refused before it is copied, named, left out, or asked about', async ({
  launch,
  home,
}, { annotations }) => {
  test.slow(); // 200,000 files are made and looked over, which a busy disk is slow at
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const another = page.getByRole('button', { name: 'Choose another build' });
  await test.step('a folder with 200,000 files, which can be given up while it is walked, and is refused before anything is copied', async () => {
    const folder = await makeCrowdedBuild(home, 'crowded', 200_000);
    const card = dropCard(page, 'crowded');
    const copies: string[] = [];
    page.on('request', (request) => copies.push(...(request.url().includes('/copies') ? [request.url()] : [])));
    await dropFiles(page, [folder]);
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeHidden();
    await dropFiles(page, [folder]);
    await expect(card).toContainText(
      'crowded holds more than 200,000 files, which no server build does. Nothing was copied.',
      { timeout: 120_000 },
    );
    await expect(card).toContainText('Choose the folder that the server was exported into');
    expect(copies).toEqual([]);
    await another.click();
  });
  await test.step('3,000 files, with a bar from the beginning', async () => {
    const folder = await makeLargeBuild(home, 'large', 3_000);
    const card = dropCard(page, 'large');
    const begun = performance.now();
    await dropFiles(page, [folder]);
    await expect(card.getByRole('progressbar')).toBeVisible();
    await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
    annotations.push({ type: 'scanned in', description: `${Math.round(performance.now() - begun)} ms` });
    await expect(card).toContainText('3,002');
    await another.click();
  });
  await test.step('a file that the browser may not read, which is taken once it may be', async () => {
    const folder = await makeBuild(home, 'private');
    const card = dropCard(page, 'private');
    await chmod(path.join(folder, 'maps/reef.map'), 0o000);
    await dropFiles(page, [folder]);
    await expect(card).toContainText('maps/reef.map cannot be read');
    await expect(card).toContainText('Nothing was kept.');
    await another.click();
    await chmod(path.join(folder, 'maps/reef.map'), 0o600);
    await dropFiles(page, [folder]);
    await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
    await another.click();
  });
  await test.step('symbolic links, which the card says', async () => {
    const folder = await makeBuild(home, 'linked');
    await symlink('reef.map', path.join(folder, 'maps/first.map'));
    await symlink('maps', path.join(folder, 'levels'));
    await dropFiles(page, [folder]);
    const card = dropCard(page, 'linked');
    await expect(card.getByRole('term').filter({ hasText: 'Files' }).locator('..')).toHaveText('Files2');
    await expect(card).toContainText('A browser leaves out symbolic links.');
    await expect(card).toContainText('drop a .tar of it instead');
    await another.click();
  });
  await test.step('a reload while a folder is copied, which is asked about, and leaves nothing of the copy', async () => {
    const copies = () => readdir(path.join(home, 'copies')).catch(() => []);
    await expect.poll(copies).toEqual([]); // of those before
    let isHeld = true;
    await page.route(/\/copies\/[0-9a-f-]+$/, async (route) => {
      // What is sent waits for as long as the page is there.
      if (route.request().method() === 'DELETE' || !isHeld) await route.continue();
    });
    await dropFiles(page, [await makeBuild(home, 'harbor')]);
    await expect.poll(async () => (await copies()).length).toBe(1);
    await dropCard(page, 'harbor').getByRole('heading').first().click(); // browsers ask only people who did something on the page
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      if (asked.length === 1) await dialog.dismiss();
      else await dialog.accept();
    });
    await page.reload({ timeout: 2_000 }).catch(() => undefined); // it stays
    expect(asked).toEqual(['beforeunload']);
    await expect(dropCard(page, 'harbor')).toBeVisible();
    isHeld = false;
    await page.reload();
    expect(asked).toHaveLength(2);
    await expect.poll(copies).toEqual([]);
  });
});
