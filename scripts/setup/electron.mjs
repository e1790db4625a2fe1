// Finds Electron's binary by looking at files, and fetches it when it is missing. Electron's own module is never loaded
// here, because loading it starts a download and throws when that fails.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandFile, modulesFolder, readJson, say } from './project.mjs';
import { lastLines, runQuietly } from './run-quietly.mjs';

const electronFolder = path.join(modulesFolder, 'electron');
const failureFile = path.join(modulesFolder, '.slipway-electron.json');
const defaultMirror = 'https://github.com/electron/electron/releases/download/';
const probeMs = 3000;
const fetchMs = 5 * 60_000;

/** The full path of Electron's binary, or undefined. @returns {string | undefined} */
export function findElectronBinary() {
  const candidates = [process.env['ELECTRON_EXEC_PATH'], installedBinary()];
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file));
}

function installedBinary() {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const pathFile = path.join(electronFolder, 'path.txt');
  // path.txt is written last, so without it a dist folder is a download that was interrupted.
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : undefined;
  if (override) return path.join(override, name ?? platformBinary());
  return name && path.join(electronFolder, 'dist', name);
}

function platformBinary() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** The binary, fetched if need be. After a failure it is not tried again that day: a start without internet stays fast. @returns {Promise<string | undefined>} */
export async function tryFetchElectron() {
  const found = findElectronBinary();
  if (found) return found;
  const attempt = `${readJson(path.join(electronFolder, 'package.json'))?.version} on ${new Date().toISOString().slice(0, 10)}`;
  if (readJson(failureFile)?.attempt === attempt) return undefined;
  say("Fetching Electron's binary, which its npm package does not contain.");
  const reason = await fetchElectron();
  const binary = findElectronBinary();
  if (binary) return binary;
  say(
    `Electron's binary could not be fetched (${reason ?? 'nothing was unpacked'}). It is tried again tomorrow, or at once with "npx install-electron".`,
  );
  writeFileSync(failureFile, JSON.stringify({ attempt }));
  return undefined;
}

/** Why it failed, in words; undefined if the installer reports success. @returns {Promise<string | undefined>} */
async function fetchElectron() {
  // Node and Electron's installer look at the proxy variables only when asked to.
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', ELECTRON_GET_USE_PROXY: '1' };
  const mirror = process.env['ELECTRON_MIRROR'] || process.env['npm_config_electron_mirror'] || defaultMirror;
  const probe = `await fetch(${JSON.stringify(mirror)}, { method: 'HEAD', signal: AbortSignal.timeout(${probeMs}) })`;
  const reachable = await runQuietly(process.execPath, ['--input-type=module', '-e', probe], {
    env,
    timeoutMs: probeMs + 1000,
  });
  if (!reachable.ok) return `${new URL(mirror).host} cannot be reached`;
  const fetched = await runQuietly(process.execPath, [commandFile('electron', 'install-electron')], {
    env,
    timeoutMs: fetchMs,
  });
  return fetched.ok ? undefined : `${fetched.reason}:\n${lastLines(fetched.tail, 3)}\n`;
}
