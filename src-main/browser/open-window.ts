// Opens the app in a window of an installed Chrome, Chromium or Edge, without tabs and address bar, with a browser profile
// of its own so that it shares nothing with the user's browsing.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { appFolder } from '../core/platform/app-folders.ts';
import { findChromium } from './find-chromium.ts';

/** A browser that cannot start ends within this time. */
const settleMs = 700;

/** Says whether a window was opened; false if no browser is installed, there is no display, or the browser ended at once. */
export async function openAppWindow(
  url: string,
  folder: string = appFolder(),
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (!hasDisplay(platform)) return false;
  const browser = await findChromium();
  if (!browser) return false;
  const profile = path.join(folder, 'browser-window');
  await mkdir(profile, { recursive: true, mode: 0o700 });
  // In the same process group on purpose: Ctrl+C in the terminal closes the window together with the app.
  const child = spawn(browser, windowArguments(url, profile, platform), { stdio: 'ignore' });
  child.unref();
  return isStillFine(child);
}

function windowArguments(url: string, profile: string, platform: NodeJS.Platform): string[] {
  const args = [`--app=${url}`, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check'];
  // Chromium's sandbox refuses root; --test-type hides the warning bar about it.
  const asRoot = platform === 'linux' && process.getuid?.() === 0;
  return asRoot ? [...args, '--no-sandbox', '--test-type'] : args;
}

/** A browser that runs already takes the window over and ends with code 0: that is a success too. */
function isStillFine(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), settleMs);
    const settle = (opened: boolean) => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

function hasDisplay(platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}
