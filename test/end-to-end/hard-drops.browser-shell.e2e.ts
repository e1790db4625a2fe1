// Drops on the browser shell that are hard on it: a folder with 200,000 files, which it has to walk entry by entry, and a file that the
// browser may not read.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArguments } from '../../scripts/chromium-arguments.ts';
import { findChromium } from '../../src-main/browser/find-chromium.ts';
import { test as appTest, expect } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';

const run = promisify(execFile);
const server = "require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n";
const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const upload = (page: Page, name: string) => card(page, name).getByRole('button', { name: /^Upload/ });
const isRoot = process.getuid?.() === 0;

/** Root may read everything, unless that right is taken from the browser. */
const test = appTest.extend<object, { browser: Browser }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'slipway-e2e-'));
      const through = path.join(folder, 'modest-chromium');
      const found = (await findChromium()) ?? chromium.executablePath();
      const drop = isRoot ? 'setpriv --bounding-set=-dac_override,-dac_read_search' : '';
      await writeFile(through, `#!/bin/sh\nexec ${drop} "${found}" "$@"\n`, { mode: 0o755 });
      const browser = await chromium.launch({ executablePath: through, args: [...chromiumArguments] });
      await use(browser);
      await browser.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

async function makeBuild(home: string, name: string): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(path.join(folder, 'maps'), { recursive: true });
  await writeFile(path.join(folder, 'server.js'), server);
  await writeFile(path.join(folder, 'maps/reef.map'), 'reef');
  return folder;
}

test('a folder with 200,000 files is refused before anything is copied, and can be given up while it is walked', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const folder = await makeBuild(home, 'crowded');
  // One process makes them all: names in a pipe, files by the thousand.
  await run('sh', ['-c', 'cd "$1" && seq -f maps/%.0f 200000 | xargs -n 5000 touch', 'sh', folder]);
  const copies: string[] = [];
  page.on('request', (request) => copies.push(...(request.url().includes('/copies') ? [request.url()] : [])));
  await dropFiles(page, [folder]);
  await card(page, 'crowded').getByRole('button', { name: 'Give up' }).click();
  await expect(card(page, 'crowded')).toBeHidden();
  await dropFiles(page, [folder]);
  await expect(card(page, 'crowded')).toContainText(
    'crowded holds more than 200,000 files, which no server build does. Nothing was copied.',
    { timeout: 120_000 },
  );
  await expect(card(page, 'crowded')).toContainText('Choose the folder that the server was exported into');
  expect(copies).toEqual([]);
});

test('a file that the browser may not read is named, and is taken once it may be', async ({ launch, home }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const folder = await makeBuild(home, 'private');
  await chmod(path.join(folder, 'maps/reef.map'), 0o000);
  await dropFiles(page, [folder]);
  await expect(card(page, 'private')).toContainText('maps/reef.map can not be read');
  await expect(card(page, 'private')).toContainText('Nothing was kept.');
  await page.getByRole('button', { name: 'Choose another build' }).click();
  await chmod(path.join(folder, 'maps/reef.map'), 0o600);
  await dropFiles(page, [folder]);
  await expect(upload(page, 'private')).not.toHaveAttribute('aria-disabled');
});
