// The Chromium that tests use: Debian's headless shell where it is installed, which runs and draws a page with the same code. The whole
// browser also runs and draws its own window, which nobody sees: a quarter of what the end-to-end tests computed.
import { existsSync } from 'node:fs';
import { findChromium } from '../src-main/browser/find-chromium.ts';

const DEBIAN_FOLDER = '/usr/lib/chromium';

/** Named in SLIPWAY_CHROMIUM, else the headless shell, else what the app itself would open. */
export async function findTestChromium(
  env: NodeJS.ProcessEnv = process.env,
  debianFolder = DEBIAN_FOLDER,
): Promise<string | undefined> {
  const shell = `${debianFolder}/chromium-headless-shell`;
  return env['SLIPWAY_CHROMIUM'] || !existsSync(shell) ? await findChromium(env) : shell;
}

/** Its package can be had wherever Debian's chromium can. */
export function lacksHeadlessShell(debianFolder = DEBIAN_FOLDER): boolean {
  return existsSync(debianFolder) && !existsSync(`${debianFolder}/chromium-headless-shell`);
}
