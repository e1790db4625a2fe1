// Makes sure that the tests have a Chromium: the machine's own, else Debian's package, else the one Playwright fetches.
import { installPackages } from './debian-packages.mjs';
import { commandFile, SetupError, say } from './project.mjs';
import { lastLines, runQuietly } from './run-quietly.mjs';

/** @returns {Promise<string>} the path of a Chromium, Chrome or Edge */
export async function ensureChromium() {
  // Loaded late: this file must also load on a Node that cannot read TypeScript.
  const { findTestChromium, lacksHeadlessShell } = await import('../test-chromium.ts');
  const reasons = [];
  for (const install of [undefined, installWithApt, installWithPlaywright]) {
    const reason = await install?.();
    if (lacksHeadlessShell()) await installHeadlessShell();
    const found = await findTestChromium();
    if (found) return found;
    if (reason) reasons.push(reason);
  }
  throw new SetupError(
    `The tests need Chromium, Chrome or Edge, none is installed, and installing one failed. Install one (on Debian: "apt-get install chromium"), or name its path in SLIPWAY_CHROMIUM, and run the same command again. What was tried:\n${reasons.join('\n')}`,
  );
}

function installWithApt() {
  return installPackages(['chromium'], "Debian's chromium, which the tests need");
}

async function installHeadlessShell() {
  const reason = await installPackages(
    ['chromium-headless-shell'],
    'the headless shell of Chromium, which the tests use',
  );
  if (reason) say(`Without the headless shell of Chromium the tests take longer. What was tried:\n${reason}`);
}

/** @returns {Promise<string | undefined>} why it failed */
async function installWithPlaywright() {
  say('Fetching Chromium through Playwright, which the tests need.');
  const outcome = await runQuietly(process.execPath, [commandFile('playwright', 'playwright'), 'install', 'chromium']);
  return outcome.ok ? undefined : `  playwright install chromium: ${outcome.reason}\n${lastLines(outcome.tail, 5)}`;
}
