// The `test` of all end-to-end tests: a fresh home, the app in the project's shell, and nothing left behind.
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from 'playwright/test';
import type { ShellName } from './shell-option.ts';
import { launchApp, type RunningApp, whyNot } from './shells.ts';
import { whatWasThere } from './what-was-there.ts';

type Fixtures = {
  shell: ShellName;
  /** Skips the test where its shell cannot run, before a browser is started for it. */
  canRun: undefined;
  /** The app's folder for this test. */
  home: string;
  /** Starts the app, again if need be; what still runs at the end is stopped. */
  launch(env?: Record<string, string>, args?: string[], through?: readonly string[]): Promise<RunningApp>;
};

const isWalk = /[/\\]by-(?:keyboard|mouse)\.e2e\.ts$/;

export const test = base.extend<Fixtures>({
  shell: ['browser-shell', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
  home: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'slipway-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  canRun: [
    async ({ shell }, use, testInfo) => {
      const reason = whyNot(shell);
      testInfo.skip(reason !== undefined, reason);
      await use(undefined);
    },
    { auto: true },
  ],
  launch: async ({ shell, home, browser }, use, testInfo) => {
    const apps: RunningApp[] = [];
    const children: ChildProcess[] = [];
    await use(async (env = {}, args = [], through = []) => {
      const app = await launchApp({
        shell,
        home,
        browser,
        // To draw what moves is a third of what a page computes here. In the walks through the journeys all of it moves.
        isStill: shell !== 'browser-shell' || !isWalk.test(testInfo.file),
        env,
        args,
        through,
        onChild: (child) => children.push(child),
      });
      apps.push(app);
      return app;
    });
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    const shown = hasFailed ? await Promise.all(apps.map(whatWasThere)) : [];
    for (const app of apps) await app.stop();
    // One that had no window yet when the test ran out of time would be left for ever.
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    if (shown.length > 0) throw new Error(shown.join('\n\n'));
  },
});

export { expect } from 'playwright/test';
