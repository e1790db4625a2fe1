// What the browser shell can lend the core: it opens links and folders with the system's own opener, and has no picker.
import path from 'node:path';
import { slipwayVersion } from '../../src-shared/version.ts';
import type { Host } from '../core/host/host.ts';
import { openWithSystem } from '../core/host/open-with-system.ts';
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
    openLink: (url) => openWithSystem(url),
    pickFolder: () => Promise.resolve(null),
    showInFolder: (folder) => openWithSystem(folder, false),
  };
}
