// Drops files and folders of this machine on the window, as a file manager does: Chromium knows their paths, the page does not.
import type { Page } from 'playwright';

export async function dropFiles(page: Page, files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  // Over twice, as a hand rests there: what is under it may have moved for the first time, to show where it would go.
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 450, y: 400, data });
  }
}
