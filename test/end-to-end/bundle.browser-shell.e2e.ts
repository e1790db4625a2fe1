// What the window weighs, gzipped: what it loads to be drawn in English, what a language adds for those who speak it, and all of it.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './support/app-test.ts';

const folder = path.join(import.meta.dirname, '../../out/renderer/assets');
const MOST = 425_000;
const CATALOGUE = /^de-[\w-]+\.js$/;
/** Loaded when they are shown. */
const LATER = /^qr-code-[\w-]+\.js$/;

async function weightOf(names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await readFile(path.join(folder, name))).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('is less than 425 kB, gzipped, with all languages, and loads none that nobody speaks', async ({
  launch,
}, testInfo) => {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
  const languages = names.filter((name) => CATALOGUE.test(name));
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const loaded = names.filter((name) => fetched.some((url) => new URL(url).pathname.endsWith(`/${name}`)));
  // Nothing else may hide in a file that is loaded later.
  expect(loaded).toEqual(names.filter((name) => !languages.includes(name) && !LATER.test(name)));
  expect(languages).toHaveLength(1);

  const weights = { loaded: await weightOf(loaded), german: await weightOf(languages), all: await weightOf(names) };
  const description = `${weights.loaded} bytes loaded in English, ${weights.german} more in German, ${weights.all} in all`;
  testInfo.annotations.push({ type: 'gzipped', description });
  process.stdout.write(`    gzipped: ${description}\n`);
  expect(weights.loaded).toBeGreaterThan(10_000);
  expect(weights.all).toBeLessThan(MOST);
});
