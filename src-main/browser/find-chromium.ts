// Finds an installed Chromium, Chrome or Edge: named in SLIPWAY_CHROMIUM, in PATH, in its usual place, or in Playwright's
// own cache.
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsFiles = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];
const playwrightFiles = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];

type Environment = Readonly<Record<string, string | undefined>>;

export async function findChromium(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const named = env['SLIPWAY_CHROMIUM'];
  if (named) return (await isExecutable(named)) ? named : undefined;
  for (const file of [...usualPlaces(env, platform), ...(await playwrightPlaces(env, platform))]) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

function usualPlaces(env: Environment, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    );
    return roots.flatMap((root) => windowsFiles.map((file) => path.join(root, file)));
  }
  const inPath = pathFolders(env).flatMap((folder) => commands.map((name) => path.join(folder, name)));
  if (platform !== 'darwin') return inPath;
  const roots = ['/Applications', path.join(os.homedir(), 'Applications')];
  return [
    ...roots.flatMap((root) => macApps.map((app) => path.join(root, `${app}.app/Contents/MacOS/${app}`))),
    ...inPath,
  ];
}

function pathFolders(env: Environment): string[] {
  return (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

async function playwrightPlaces(env: Environment, platform: NodeJS.Platform): Promise<string[]> {
  const cache = playwrightCache(env, platform);
  const names = await readdir(cache).catch((): string[] => []);
  // The newest revision comes first; the headless shell beside it cannot open a window.
  const folders = names.filter((name) => /^chromium-\d+$/.test(name)).toSorted((a, b) => revisionOf(b) - revisionOf(a));
  return folders.flatMap((folder) => playwrightFiles.map((file) => path.join(cache, folder, file)));
}

function playwrightCache(env: Environment, platform: NodeJS.Platform): string {
  const chosen = env['PLAYWRIGHT_BROWSERS_PATH'];
  if (chosen && chosen !== '0') return chosen;
  if (platform === 'win32') return path.join(env['LOCALAPPDATA'] ?? os.homedir(), 'ms-playwright');
  const parent = platform === 'darwin' ? 'Library/Caches' : '.cache';
  return path.join(os.homedir(), parent, 'ms-playwright');
}

function revisionOf(folder: string): number {
  return Number(folder.slice(folder.indexOf('-') + 1));
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
