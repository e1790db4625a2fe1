// Starts the Chromium of the tests.
import { type Browser, chromium } from 'playwright';
import { chromiumArguments } from '../../scripts/chromium-arguments.ts';
import { findTestChromium } from '../../scripts/test-chromium.ts';

export async function launchChromium(): Promise<Browser> {
  const executablePath = await findTestChromium();
  return await chromium.launch({ args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) });
}
