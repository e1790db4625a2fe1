// Pictures of what a person sees, in both themes and three sizes, to be put beside the drawings. Nothing is written unless asked for.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';

const sizes = [
  { width: 960, height: 600 },
  { width: 1920, height: 1200 },
  { width: 1280, height: 800 },
];

export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['SLIPWAY_PICTURES'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((wish) => document.documentElement.setAttribute('data-theme', wish), theme);
    for (const size of sizes) {
      await page.setViewportSize(size);
      // Movements of menus and dialogs have ended by then.
      await page.waitForTimeout(400);
      await page.screenshot({ path: path.join(folder, `${name}-${theme}-${size.width}.png`) });
    }
  }
}
