// The browser shell for dev-browser.ts: on a port that stays the same over restarts, and without opening a window each time.
import { runBrowserShell } from '../../src-main/browser/main.ts';

await runBrowserShell(process.argv.slice(2), {
  openBrowser: () => Promise.resolve(true),
  devSecret: process.env['SLIPWAY_DEV_SECRET'],
});
