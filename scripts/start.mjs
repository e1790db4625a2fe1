// npm start: brings everything up to date, then opens the app in Electron, or in a browser window where Electron cannot run.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './setup/build.mjs';
import { tryFetchElectron } from './setup/electron.mjs';
import { useProjectHooks } from './setup/git-hooks.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { reexecOnPinnedNode } from './setup/pinned-node.mjs';
import { projectRoot, runEntry, say } from './setup/project.mjs';

await runEntry(async () => {
  await ensureInstalled();
  await reexecOnPinnedNode();
  useProjectHooks();
  await ensureBuilt();
  const args = process.argv.slice(2);
  // Without a display the binary would be of no use, so it is not fetched either.
  if (!hasDisplay()) return startInBrowser(args, 'there is no display');
  const electron = await tryFetchElectron();
  if (!electron) return startInBrowser(args, "Electron's binary is not installed");
  startInElectron(electron, args);
});

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/**
 * @param {string} electron
 * @param {string[]} args
 */
function startInElectron(electron, args) {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot) say("Starting Electron with --no-sandbox, because Chromium's sandbox does not work for root.");
  const child = spawn(electron, [...(asRoot ? ['--no-sandbox'] : []), '.', ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    say(
      `Electron could not be started (${error.message}). Delete node_modules/electron/dist and start again to fetch it anew.`,
    );
    process.exitCode = 1;
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/**
 * @param {string[]} args
 * @param {string} why
 */
async function startInBrowser(args, why) {
  say(`Opening the app in a browser instead of Electron, because ${why}.`);
  const { openAppWindow } = await import('../src-main/browser/open-window.ts');
  const { runBrowserShell } = await import('../src-main/browser/main.ts');
  await runBrowserShell(args, { openBrowser: openAppWindow });
}
