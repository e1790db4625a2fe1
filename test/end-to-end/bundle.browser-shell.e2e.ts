// What the window weighs: scripts and styles as they would travel.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const MOST_BYTES = 400_000;

test('stays under 400 kB, gzipped', async () => {
  const folder = path.join(import.meta.dirname, '../../out/renderer/assets');
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await readFile(path.join(folder, name))).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(MOST_BYTES);
});
