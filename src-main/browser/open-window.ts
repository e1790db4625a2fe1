// Opens the app in a window of an installed Chrome, Chromium or Edge, without tabs and address bar, with a browser profile
// of its own so that it shares nothing with the user's browsing.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
  const page = await writeLinkPage(url, folder).catch(() => undefined); // then a person opens the link that is printed
  if (page === undefined) return false;
  // In the same process group on purpose: Ctrl+C in the terminal closes the window together with the app.
  const child = spawn(browser, windowArguments(page, profileIn(folder), platform), { stdio: 'ignore' });
  child.unref();
  const isOpen = await isStillFine(child);
  if (!isOpen) await removeLinkPage(folder);
  return isOpen;
}

/** To be called when the link was used, and at the end. */
export async function removeLinkPage(folder: string = appFolder()): Promise<void> {
  await rm(linkPageIn(folder), { force: true }).catch(() => undefined); // what is left leads nowhere
}

/** A page that leads to the link, for this user alone. Arguments are readable by every user of the machine, and the link gives what we may. */
async function writeLinkPage(url: string, folder: string): Promise<string> {
  await mkdir(profileIn(folder), { recursive: true, mode: 0o700 });
  const file = linkPageIn(folder);
  await rm(file, { force: true });
  const target = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${target}">\n`;
  await writeFile(file, html, { flag: 'wx', mode: 0o600 });
  return pathToFileURL(file).href;
}

function profileIn(folder: string): string {
  return path.join(folder, 'browser-window');
}

/** Always the same one: the browser remembers by it where the window was. */
function linkPageIn(folder: string): string {
  return path.join(profileIn(folder), 'slipway-link.html');
}

function windowArguments(page: string, profile: string, platform: NodeJS.Platform): string[] {
  const args = [`--app=${page}`, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check'];
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
