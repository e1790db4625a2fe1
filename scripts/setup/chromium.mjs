// Makes sure that the tests have a Chromium: the machine's own, else Debian's package, else the one Playwright fetches.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { commandFile, SetupError, say } from './project.mjs';
import { lastLines, runQuietly } from './run-quietly.mjs';

/** @returns {Promise<string>} the path of a Chromium, Chrome or Edge */
export async function ensureChromium() {
  // Loaded late: this file must also load on a Node that cannot read TypeScript.
  const { findChromium } = await import('../../src-main/browser/find-chromium.ts');
  const found = await findChromium();
  if (found) return found;
  const reasons = [];
  for (const install of [installWithApt, installWithPlaywright]) {
    const reason = await install();
    const installed = await findChromium();
    if (installed) return installed;
    if (reason) reasons.push(reason);
  }
  throw new SetupError(
    `The tests need Chromium, Chrome or Edge, none is installed, and installing one failed. Install one (on Debian: "apt-get install chromium"), or name its path in SLIPWAY_CHROMIUM, and run the same command again. What was tried:\n${reasons.join('\n')}`,
  );
}

/** @returns {Promise<string | undefined>} why it failed */
async function installWithApt() {
  const prefix = aptPrefix();
  if (!prefix) return '  apt-get: not on this machine, or not allowed without a password';
  say("Installing Debian's chromium, which the tests need.");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args];
    return runQuietly(command, rest, { env });
  };
  // One source out of reach fails the update; the package may come from another all the same.
  await apt('update');
  const outcome = await apt('install', '-y', '--no-install-recommends', 'chromium');
  return outcome.ok ? undefined : `  apt-get install chromium: ${outcome.reason}\n${lastLines(outcome.tail, 5)}`;
}

function aptPrefix() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

/** @returns {Promise<string | undefined>} why it failed */
async function installWithPlaywright() {
  say('Fetching Chromium through Playwright, which the tests need.');
  const outcome = await runQuietly(process.execPath, [commandFile('playwright', 'playwright'), 'install', 'chromium']);
  return outcome.ok ? undefined : `  playwright install chromium: ${outcome.reason}\n${lastLines(outcome.tail, 5)}`;
}
