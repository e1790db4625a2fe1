// Keeps where the window is, how large, and how far it is zoomed, a moment after each change and when it closes.
import type { BrowserWindow } from 'electron';
import type { WindowState } from '../core/desktop/window-state.ts';

const SAVE_AFTER_MS = 500;

type Kept = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'isFullScreen' | 'isDestroyed'> & {
  webContents: Pick<BrowserWindow['webContents'], 'getZoomLevel'>;
  on(event: string, listener: () => void): unknown;
};

export function keepState(window: Kept, save: (state: WindowState) => void): void {
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
