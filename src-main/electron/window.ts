// Makes the app's window, with everything switched off that our page does not need.
import path from 'node:path';
import { BrowserWindow, ipcMain, nativeTheme, type Session, screen } from 'electron';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import type { Transport } from '../../src-shared/bridge/transport.ts';
import type { Core } from '../core/core.ts';
import { LEAST, placeWindow, type WindowState } from '../core/desktop/window-state.ts';
import { ipcTransport } from './ipc-transport.ts';
import { isOurPage, PAGE_URL } from './page.ts';

export type WindowOptions = {
  core: Core;
  session: Session;
  preload: string;
  devServer: string | undefined;
  state: WindowState;
  /** Started with the session: the window waits in the background. */
  isHidden: boolean;
  saveState(state: WindowState): void;
};

/** The window, at once; its page is on its way. */
export function openWindow({ core, session, preload, devServer, ...options }: WindowOptions): BrowserWindow {
  denyPermissions(session);
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...placeWindow(options.state, displays),
    minWidth: LEAST.width,
    minHeight: LEAST.height,
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
  window.once('ready-to-show', () => showAsBefore(window, options));
  keepState(window, options.saveState);
  if (process.platform !== 'darwin') nativeTheme.on('updated', () => window.setTitleBarOverlay(overlay()));
  carryBridge(window, core, devServer);
  return window;
}

export async function loadPage(window: BrowserWindow, devServer: string | undefined): Promise<void> {
  await window.loadURL(devServer ?? PAGE_URL);
}

function showAsBefore(window: BrowserWindow, { state, isHidden }: Pick<WindowOptions, 'state' | 'isHidden'>): void {
  if (state.zoom !== undefined) window.webContents.setZoomLevel(state.zoom);
  if (isHidden) return;
  if (state.is_maximized === true) window.maximize();
  if (state.is_full_screen === true) window.setFullScreen(true);
  window.show();
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

const SAVE_AFTER_MS = 500;

type Kept = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'isFullScreen' | 'isDestroyed'> & {
  webContents: Pick<BrowserWindow['webContents'], 'getZoomLevel'>;
  on(event: string, listener: () => void): unknown;
};

/** Keeps where the window is, how large, and how far it is zoomed, a moment after each change and when it closes. */
function keepState(window: Kept, save: (state: WindowState) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const saveNow = () => {
    clearTimeout(timer);
    if (window.isDestroyed()) return;
    save({
      bounds: window.getNormalBounds(),
      is_maximized: window.isMaximized(),
      is_full_screen: window.isFullScreen(),
      zoom: window.webContents.getZoomLevel(),
    });
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(saveNow, SAVE_AFTER_MS);
  };
  for (const event of ['resize', 'move', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen']) {
    window.on(event, soon);
  }
  window.on('close', saveNow);
}
