// What the browser shell can lend the core: it opens links and folders with the system's own opener, and has no picker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { slipwayVersion } from '../../src-shared/version.ts';
import type { Host } from '../core/host/host.ts';
import { createFileSecrets, describeFile } from '../core/host/secrets.ts';

/** Without a screen there is nothing to open a folder on. */
function hasScreen(): boolean {
  if (process.platform !== 'linux') return true;
  return process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;
}

export function createBrowserHost(appFolder: string): Host {
  const file = path.join(appFolder, 'secrets.json');
  const secrets = createFileSecrets({ file, describe: () => describeFile(file) });
  return {
    view: {
      shell: 'browser',
      version: slipwayVersion,
      platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
      abilities: { keep_hosting: true, pick_folder: false, show_in_folder: hasScreen(), window_controls: false },
      secrets: secrets.describe(),
    },
    secrets,
    openLink: openWithSystem,
    pickFolder: () => Promise.resolve(null),
    showInFolder: openWithSystem,
  };
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };

/** The target is an argument of its own and never meets a shell. */
async function openWithSystem(target: string): Promise<void> {
  const opener = openers[process.platform] ?? 'xdg-open';
  const child = spawn(opener, [target], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
  } catch (cause) {
    throw new AppError('ERROR', 'app.no-opener', { opener, target }, { cause });
  }
}
