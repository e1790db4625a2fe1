// The browser shell of the bundle, as `npm start` runs it from source.
import { runBrowserShell } from '../../src-main/browser/main.ts';

await runBrowserShell(process.argv.slice(2), { openBrowser: () => Promise.resolve(false) });
