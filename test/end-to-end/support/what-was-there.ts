// What the window showed when a test failed, as text: it comes with the failure wherever that is read.
import type { RunningApp } from './shells.ts';

const MOST_LINES = 80;

/** It never fails itself: a window that cannot be read is said to be one. */
export async function whatWasThere({ page }: RunningApp): Promise<string> {
  try {
    const text = await page.locator('body').ariaSnapshot({ timeout: 10_000 });
    return `The window showed (${page.url()}):\n${text.split('\n').slice(-MOST_LINES).join('\n')}`;
  } catch (thrown) {
    return `The window could not be read: ${String(thrown)}`;
  }
}
