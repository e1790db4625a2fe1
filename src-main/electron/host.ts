// What Electron lends the core.
import path from 'node:path';
import { app, BrowserWindow, dialog, Notification, nativeImage, shell } from 'electron';
import { slipwayVersion } from '../../src-shared/version.ts';
import { translate } from '../core/desktop/native-language.ts';
import { checkOutside } from '../core/desktop/open-outside.ts';
import type { Host } from '../core/host/host.ts';
import { openWithSystem, runsAsRoot } from '../core/host/open-with-system.ts';
import { createKeychainSecrets } from './keychain-secrets.ts';

export async function createElectronHost(appFolder: string): Promise<Host> {
  const secrets = await createKeychainSecrets(appFolder);
  return {
    view: {
      shell: 'electron',
      version: slipwayVersion,
      platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
      abilities: {
        keep_hosting: true,
        pick_folder: true,
        show_in_folder: true,
        drag_out: true,
        window_controls: true,
        // Before it is installed there is no lasting program to start.
        start_at_login: app.isPackaged,
        notifications: Notification.isSupported(),
      },
      secrets: secrets.describe(),
      logs: path.join(appFolder, 'logs'),
    },
    secrets,
    openLink: async (url) => {
      const checked = checkOutside(url);
      // Electron does not hear of a browser that refuses root.
      await (runsAsRoot() ? openWithSystem(checked) : shell.openExternal(checked));
    },
    pickFolder: async (title) => {
      const { filePaths } = await dialog.showOpenDialog({
        title: translate(title),
        properties: ['openDirectory', 'createDirectory'],
      });
      return filePaths[0] ?? null;
    },
    showInFolder: (folder) => {
      shell.showItemInFolder(folder);
      return Promise.resolve();
    },
    dragOut: (file) => {
      const [window] = BrowserWindow.getAllWindows();
      // macOS drags nothing that has no picture.
      const icon = nativeImage.createFromPath(path.join(import.meta.dirname, '../../resources/tray.png'));
      window?.webContents.startDrag({ file, icon });
      return Promise.resolve();
    },
  };
}
