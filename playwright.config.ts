// The end-to-end tests: scenarios in the browser shell, smokes in each. `npm test` names in SLIPWAY_E2E_REPORT where it wants the report.
import { availableParallelism } from 'node:os';
import { defineConfig, type ReporterDescription } from 'playwright/test';
import { chromiumArguments } from './scripts/chromium-arguments.ts';
import { keepCompiled } from './scripts/setup/compile-cache.mjs';
import { findTestChromium } from './scripts/test-chromium.ts';
import type { ShellName, ShellOption } from './test/end-to-end/support/shell-option.ts';
import { isSoak } from './test/support/soak.ts';

const executablePath = await findTestChromium();
// Each test starts the whole app: compiled each time, that is most of what a start costs.
keepCompiled();
const reportFile = process.env['SLIPWAY_E2E_REPORT'];
const reporters: ReporterDescription[] = [['list']];
if (reportFile) reporters.push(['json', { outputFile: reportFile }]);

const shells: readonly ShellName[] = ['browser-shell', 'electron-stand-in', 'electron'];

/** `x.e2e.ts` runs wherever the app does; a word between says in which shell alone. */
const everywhere = /[/\\][\w-]+\.e2e\.ts$/;
const testsOf: Record<ShellName, RegExp[]> = {
  'browser-shell': [everywhere, /\.browser-shell\.e2e\.ts$/],
  'electron-stand-in': [everywhere, /\.electron\.e2e\.ts$/, /\.stand-in\.e2e\.ts$/],
  electron: [everywhere, /\.electron\.e2e\.ts$/],
};
/** Longer forms of what other tests show. */
const soakAlone = /@soak-alone/;

/** Of the tests that run everywhere, the stand-in repeats those whose way through the app differs between the shells; in a soak more. */
const standInOnly = isSoak
  ? /@(soak-)?each-shell|\.(electron|stand-in)\.e2e\.ts/
  : /@each-shell|\.(electron|stand-in)\.e2e\.ts/;

export default defineConfig<ShellOption>({
  testDir: 'test/end-to-end',
  outputDir: 'test-results',
  globalSetup: './test/end-to-end/support/global-setup.ts',
  reporter: reporters,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // They wait for windows and processes more than they compute: with three on two cores, a fifth of the time one is idle.
  workers: availableParallelism() + 2,
  // Each test starts the whole app; on a busy machine that alone takes many times as long as here.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  globalTimeout: 30 * 60_000,
  use: {
    browserName: 'chromium',
    launchOptions: { args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) },
    // Recording every test costs a quarter of the step. A test that fails says what its window showed; `--trace on` has the rest.
    trace: 'off',
  },
  projects: shells.map((shell) => ({
    name: shell,
    use: { shell },
    testMatch: testsOf[shell],
    grep: shell === 'electron-stand-in' ? standInOnly : /./,
    ...(isSoak ? {} : { grepInvert: soakAlone }),
  })),
});
