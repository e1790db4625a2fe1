// Three kinds of tests: `node` for everything without a window, `dom` for the window's stores and selectors, `window` for
// its components in a real Chromium.
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chromiumArguments } from './scripts/chromium-arguments.ts';
import { keepCompiled } from './scripts/setup/compile-cache.mjs';
import { smallZod } from './scripts/small-zod.ts';
import { findTestChromium } from './scripts/test-chromium.ts';
import { SlowFirst } from './test/support/slow-first.ts';
import { isSoak } from './test/support/soak.ts';
import { windowProvider } from './test/support/window-provider.ts';

const executablePath = await findTestChromium();
// Most tests start a service in a thread, which would compile all of it each time: two fifths of what they cost.
keepCompiled();
/**
 * What a busy machine needs, where services and threads are several at once on few cores, and where a process takes 9 ms to start in
 * place of 1, as it may under a hypervisor. A test that needs more says so itself.
 */
const patient = { testTimeout: 45_000, hookTimeout: 45_000, expect: { poll: { timeout: 15_000 } } };

/**
 * Workers, which have their memory for the length of a run, collect it on their own thread and with room for what is short-lived: with all
 * cores busy, V8's helpers only wait for each other. That was a tenth of the computing. Nor is it collected because a test waits, when
 * others compute: that was another tenth.
 */
const collecting = [
  '--single-threaded-gc',
  '--min-semi-space-size=4',
  '--max-semi-space-size=32',
  '--no-memory-reducer',
];

const reactThatShips = { 'process.env.NODE_ENV': '"production"' };

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/{src-shared,embedded-server,src-main,samples,scripts}/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // Node runs TypeScript as it is, and one process many files: to compile and import all for each file took a third of the computing.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
          execArgv: collecting,
          // They wait for processes and timers more than they compute: with four on two cores, one of five seconds is idle.
          maxWorkers: Math.max(5, availableParallelism() + 1),
          ...patient,
          globalSetup: ['test/support/run-folder.ts', 'test/support/bundle-threads.ts'],
          setupFiles: ['test/support/leak-check.ts'],
        },
      },
      {
        resolve: { alias: [smallZod] },
        // To make a document for each file took five times as long as the tests.
        test: {
          name: 'dom',
          include: ['test/src-renderer/**/*.test.ts'],
          environment: 'happy-dom',
          isolate: false,
          ...patient,
        },
      },
      {
        plugins: [react()],
        resolve: { alias: [smallZod] },
        // The React that ships: the one for development spends a third of these tests on warnings that nobody reads here.
        define: reactThatShips,
        optimizeDeps: { rolldownOptions: { transform: { define: reactThatShips } } },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Two processes that fill the same folder at once would be in each other's way.
        cacheDir: `node_modules/.vite/window-${process.env['SLIPWAY_WINDOW_SHARD'] ?? '1'}`,
        test: {
          name: 'window',
          include: ['test/src-renderer/**/*.browser.test.tsx'],
          isolate: false,
          // One page at a time: a second one takes the focus from the first, and what waits for it stands still.
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          globalSetup: ['test/support/run-folder.ts'],
          setupFiles: ['test/src-renderer/support/fresh-page.ts'],
          provide: { pictures: process.env['SLIPWAY_PICTURES'] !== undefined, soak: isSoak },
          browser: {
            enabled: true,
            headless: true,
            // The first start brings all packages into shape, on a busy machine for minutes.
            connectTimeout: 180_000,
            screenshotFailures: false,
            provider: windowProvider({
              launchOptions: { args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) },
              // What moves is pressed where it no longer is, on a busy machine now and then. The journeys of the end-to-end tests have it all move.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
