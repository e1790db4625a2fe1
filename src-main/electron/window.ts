// Makes the app's window, with everything switched off that our page does not need.
import path from 'node:path';
import { BrowserWindow, ipcMain, nativeTheme, type Session } from 'electron';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import type { Transport } from '../../src-shared/bridge/transport.ts';
import type { Core } from '../core/core.ts';
import { ipcTransport } from './ipc-transport.ts';
import { isOurPage, PAGE_URL } from './page.ts';

export type WindowOptions = { core: Core; session: Session; preload: string; devServer: string | undefined };

export async function openWindow({ core, session, preload, devServer }: WindowOptions): Promise<BrowserWindow> {
  denyPermissions(session);
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 600,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#11161a' : '#f6f8f9',
    titleBarStyle: 'hidden',
    trafficLightPosition: { x: 14, y: 14 },
    ...(process.platform === 'darwin' ? {} : { titleBarOverlay: overlay() }),
    webPreferences: {
      session,
      preload: path.resolve(preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  if (process.platform !== 'darwin') nativeTheme.on('updated', () => window.setTitleBarOverlay(overlay()));
  carryBridge(window, core, devServer);
  await window.loadURL(devServer ?? PAGE_URL);
  return window;
}

/** Each page that is loaded gets a bridge of its own; the one before ends. */
function carryBridge(window: BrowserWindow, core: Core, devServer: string | undefined): void {
  let current: Transport | undefined;
  window.webContents.on('did-navigate', () => {
    current?.close();
    current = ipcTransport(ipcMain, window.webContents, (event) => {
      const frame = event.senderFrame;
      return frame !== null && frame === window.webContents.mainFrame && isOurPage(frame.url, devServer);
    });
    serveBridge(core.offer, current);
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
}

function denyPermissions(session: Session): void {
  // Copying text is the one thing our page does that Chromium calls a permission.
  const isGranted = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isGranted(permission)));
  session.setPermissionCheckHandler((_contents, permission) => isGranted(permission));
  session.setDevicePermissionHandler(() => false);
}

function overlay() {
  const dark = nativeTheme.shouldUseDarkColors;
  return { color: dark ? '#11161a' : '#f6f8f9', symbolColor: dark ? '#aeb9c2' : '#45525d', height: 39 };
}
