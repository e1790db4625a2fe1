// What Electron lends the core.
import { dialog, shell } from 'electron';
import { slipwayVersion } from '../../src-shared/version.ts';
import type { Host } from '../core/host/host.ts';

export function createElectronHost(): Host {
  return {
    view: {
      shell: 'electron',
      version: slipwayVersion,
      platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
      abilities: { pick_folder: true, show_in_folder: true, window_controls: true },
    },
    openLink: (url) => shell.openExternal(url),
    pickFolder: async (title) => {
      const { filePaths } = await dialog.showOpenDialog({ title, properties: ['openDirectory', 'createDirectory'] });
      return filePaths[0] ?? null;
    },
    showInFolder: (path) => {
      shell.showItemInFolder(path);
      return Promise.resolve();
    },
  };
}
