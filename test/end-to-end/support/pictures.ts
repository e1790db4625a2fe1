// Pictures of what a person sees, in both themes and three sizes, to be put beside the drawings. They are written with
// SLIPWAY_PICTURES=yes, to test/e2e/screens, or to the folder that it names.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';

const screens = path.join(import.meta.dirname, '../../e2e/screens');

const sizes = [
  { width: 960, height: 600 },
  { width: 1920, height: 1200 },
  { width: 1280, height: 800 },
];

export async function takePictures(page: Page, name: string): Promise<void> {
  const setting = process.env['SLIPWAY_PICTURES'];
  if (setting === undefined) return;
  const folder = setting === 'yes' ? screens : setting;
  await mkdir(folder, { recursive: true });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    for (const size of sizes) {
      await page.setViewportSize(size);
      // Movements of menus and dialogs have ended by then.
      await page.waitForTimeout(400);
      await page.screenshot({ path: path.join(folder, `${name}-${theme}-${size.width}.png`) });
    }
  }
}
