// The desktop app: one instance, one window, and the core with the local service inside this process.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, type BrowserWindow, dialog, protocol, session } from 'electron';
import Store from 'electron-store';
import { asAppError } from '../../src-shared/errors/app-error.ts';
import { type Core, createCore } from '../core/core.ts';
import type { HandedOver } from '../core/desktop/handed-over.ts';
import { appFolder, defaultDataFolder } from '../core/folders.ts';
import { keepUnreadable, settingsName } from '../core/settings/settings-file.ts';
import { createElectronHost } from './host.ts';
import { lockDown } from './lockdown.ts';
import { createOutside } from './outside.ts';
import { declareScheme, servePage } from './page.ts';
import { openWindow } from './window.ts';

const here = import.meta.dirname;
const folder = appFolder();
/** Only the development server of electron-vite sets this, and a packaged app does not look. */
const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
let core: Core | undefined;
let window: BrowserWindow | undefined;
let isQuitting = false;

// What Chromium keeps goes below our own folder, so that settings and data lie beside it and not among it.
app.setPath('userData', path.join(folder, 'window'));
lockDown(app, devServer);
declareScheme(protocol);
const outside = createOutside({ app, argv: process.argv, cwd: process.cwd(), onAgain: startedAgain });

if (app.requestSingleInstanceLock(outside.given)) {
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', quitInOrder);
  app.whenReady().then(start).catch(failToStart);
} else {
  app.quit();
}

async function start(): Promise<void> {
  // Installers register the scheme on macOS and Linux; on Windows the app does.
  if (app.isPackaged) app.setAsDefaultProtocolClient('slipway');
  servePage(protocol, path.join(here, '../renderer'));
  await keepUnreadable(folder);
  core = createCore({
    host: createElectronHost(folder),
    settingsFile: new Store({ cwd: folder, name: settingsName, clearInvalidConfig: true }),
    appFolder: folder,
    defaultDataFolder: defaultDataFolder(folder),
    forThisRun: {},
    workerFile: pathToFileURL(path.join(here, 'service-worker.js')),
    shipped: {
      samples: path.join(app.isPackaged ? process.resourcesPath : path.join(here, '../..'), 'samples'),
      packThread: pathToFileURL(path.join(here, 'pack-thread.js')),
      digestThread: pathToFileURL(path.join(here, 'digest-thread.js')),
      doctorThread: pathToFileURL(path.join(here, 'doctor-thread.js')),
    },
    onUnexpected: (error) => console.error(error.cause),
  });
  const { takeFromOutside } = core;
  outside.open(({ words, from }) => void takeFromOutside(words, from));
  // The window comes up at once and shows how the service starts.
  const starting = core.start();
  const preload = path.join(here, '../preload/preload.cjs');
  window = await openWindow({ core, session: session.defaultSession, preload, devServer });
  await starting;
}

/** A start while this one quits would be lost with it: the app starts again once it has ended. */
function startedAgain({ words }: HandedOver): void {
  if (isQuitting) app.relaunch({ args: [...process.argv.slice(1, app.isPackaged ? 1 : 2), ...words] });
  else showWindow();
}

function showWindow(): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The service is stopped in good order before the process ends. */
function quitInOrder(event: { preventDefault(): void }): void {
  isQuitting = true;
  const running = core;
  if (running === undefined) return;
  event.preventDefault();
  core = undefined;
  void running.close().finally(() => app.quit());
}

function failToStart(thrown: unknown): void {
  const { message, cause } = asAppError(thrown);
  dialog.showErrorBox('Slipway could not start', cause instanceof Error ? `${message}\n\n${cause.message}` : message);
  app.exit(1);
}
