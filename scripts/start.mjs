// npm start: brings everything up to date, then opens the app in Electron, or in a browser window where Electron cannot run.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './setup/build.mjs';
import { keepCompiled } from './setup/compile-cache.mjs';
import { tryFetchElectron } from './setup/electron.mjs';
import { useProjectHooks } from './setup/git-hooks.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { passSignals } from './setup/pass-signals.mjs';
import { reexecOnPinnedNode } from './setup/pinned-node.mjs';
import { projectRoot, runEntry, SetupError, say } from './setup/project.mjs';

/** The code with which Linux's loader ends a program whose libraries it cannot find. */
const loaderFailed = 127;

const help = `Usage: npm start -- [options]

Builds what is missing and opens Slipway in Electron, or in a browser where Electron cannot run.

  --browser            opens it in a browser
  --help               prints this

In a browser:
  --no-open            opens no window, and only prints its address
  --data FOLDER        the data folder of the service
  --service-port PORT  the port of the service
  --window-port PORT   the port of the window
`;

await runEntry(async () => {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  await ensureInstalled();
  await reexecOnPinnedNode();
  useProjectHooks();
  await ensureBuilt();
  const { asked, args } = browserAsked(process.argv.slice(2));
  if (asked) return startInBrowser(args);
  // Without a display the binary would be of no use, so it is not fetched either.
  if (!hasDisplay()) return startInBrowser(args, 'there is no display');
  const electron = await tryFetchElectron();
  if (!electron) return startInBrowser(args, "Electron's binary is not installed");
  if (await startInElectron(electron, args)) return;
  await startInBrowser(args, 'a library that Electron needs is missing on this machine');
});

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** Whether the browser shell was asked for, and the arguments that are left. @param {string[]} argv */
function browserAsked(argv) {
  return { asked: argv.includes('--browser'), args: argv.filter((word) => word !== '--browser') };
}

/**
 * Resolves when the app has ended; false means that it never began, because the system could not load the binary.
 * @param {string} electron
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function startInElectron(electron, args) {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot) say("Starting Electron with --no-sandbox, because Chromium's sandbox does not work for root.");
  const child = spawn(electron, [...(asRoot ? ['--no-sandbox'] : []), '.', ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  const stopPassing = passSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      const advice = 'Delete node_modules/electron/dist and start again to download it.';
      reject(new SetupError(`Electron could not be started (${error.message}). ${advice}`));
    });
    child.once('exit', (code) => {
      stopPassing();
      process.exitCode = code === loaderFailed ? 0 : (code ?? 1);
      resolve(code !== loaderFailed);
    });
  });
}

/**
 * @param {string[]} args
 * @param {string} [why]
 */
async function startInBrowser(args, why) {
  if (why) say(`Opening the app in a browser instead of Electron, because ${why}.`);
  keepCompiled();
  const { openAppWindow } = await import('../src-main/browser/open-window.ts');
  const { runBrowserShell } = await import('../src-main/browser/main.ts');
  await runBrowserShell(args, { openBrowser: openAppWindow });
}
