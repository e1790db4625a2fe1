// Starts a Chromium that a second program can drive as well, over the address that comes back.
import { type Browser, chromium } from 'playwright';
import { chromiumArguments } from '../../scripts/chromium-arguments.ts';
import { findTestChromium } from '../../scripts/test-chromium.ts';
import { freePort } from './free-port.ts';

export async function launchChromium(): Promise<{ browser: Browser; endpoint: string }> {
  const executablePath = await findTestChromium();
  const port = await freePort();
  const args = [...chromiumArguments, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
  return { browser, endpoint: `http://127.0.0.1:${port}` };
}
