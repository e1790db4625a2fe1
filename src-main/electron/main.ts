// The desktop app: one instance, one window, and the core with the local service inside this process.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, Menu, powerMonitor, protocol, session } from 'electron';
import Store from 'electron-store';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { messageFor } from '../../src-shared/text/message.ts';
import { slipwayVersion } from '../../src-shared/version.ts';
import type { Core } from '../core/core.ts';
import { HIDDEN } from '../core/desktop/autostart.ts';
import type { RelaunchArguments } from '../core/desktop/relaunch-arguments.ts';
import { readWindowState, saveWindowState } from '../core/desktop/window-state.ts';
import { appFolder } from '../core/platform/app-folders.ts';
import { limitYoungGeneration } from '../core/platform/limit-young-generation.ts';
import {
  keepUnreadable,
  openStore,
  settingsName,
  settingsPlace,
  shareSettings,
} from '../core/settings/settings-file.ts';
import { migrateSettings } from '../core/settings/settings-format.ts';
import { createClosing } from './closing.ts';
import { catchUnhandled, createCrashReporting, surviveCrashes } from './crash-reporting.ts';
import { type DesktopIntegration, openDesktopIntegration } from './desktop-integration.ts';
import { showCrashingWindow, showFailedStart, showFailedUpdate, showUnwritableFolder } from './error-dialogs.ts';
import { makeCore } from './make-core.ts';
import { createOpenedFromOutside } from './opened-from-outside.ts';
import { declareScheme, lockDown, servePage } from './page.ts';
import { followPower } from './power.ts';
import { createMenuCommandRunner } from './shell-actions.ts';
import { followLogin } from './start-at-login.ts';
import { loadPage, openWindow } from './window.ts';

limitYoungGeneration();
const here = import.meta.dirname;
const folder = appFolder();
/** Only the development server of electron-vite sets this, and a packaged app does not look. */
const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
let core: Core | undefined;
let window: BrowserWindow | undefined;
let integration: DesktopIntegration | undefined;

const reporting = createCrashReporting(path.join(folder, 'logs'));

catchUnhandled(process, app, reporting);
const unwritable = prepareFolder();
lockDown(app, devServer);
declareScheme(protocol);
const outside = createOpenedFromOutside({ app, argv: process.argv, cwd: process.cwd(), onAgain: startedAgain });
const closing = createClosing({
  core: () => core,
  window: () => window,
  servers: () => (integration === undefined ? 0 : integration.servers()),
  hasTray: () => integration?.hasTray ?? false,
  beforeEnd: () => integration?.close(),
});

if (unwritable !== undefined) {
  void refuseFolder(unwritable.cause);
} else if (app.requestSingleInstanceLock(outside.given)) {
  app.on('activate', showWindow);
  app.on('window-all-closed', () => app.quit());
  app.whenReady().then(start).catch(failToStart);
} else {
  app.quit();
}

async function start(): Promise<void> {
  // Installers register the scheme on macOS and Linux; on Windows the app does.
  if (app.isPackaged) app.setAsDefaultProtocolClient('slipway');
  // Until ours is there: Electron's own menu has what only developers need.
  if (app.isPackaged) Menu.setApplicationMenu(null);
  servePage(protocol, path.join(here, '../renderer'), () => core?.pictures);
  const damaged = await keepUnreadable(folder);
  const settingsFile = shareSettings(
    openStore(folder, () => new Store({ cwd: folder, name: settingsName, clearInvalidConfig: true })),
  );
  const newer = await migrateSettings({ file: settingsFile, place: settingsPlace(folder) });
  const made = await makeCore({
    folder,
    settingsFile,
    log: reporting.log,
    onUnexpected: reporting.report,
    endFor: closing.endFor,
    onLost: (thrown) => void failToUpdate(thrown),
  });
  core = made;
  reporting.know(made);
  if (damaged !== undefined) {
    reporting.tell(messageFor('settings.defaults'), new AppError('ERROR', 'settings.kept-as', { file: damaged }));
  }
  if (newer !== undefined) reporting.tell(messageFor('settings.newer-slipway'), new AppError('ERROR', newer));
  outside.open(({ words, from }) => void made.desktop.take(words, from));
  window = openWindow({
    core: made,
    session: session.defaultSession,
    preload: path.join(here, '../preload/preload.cjs'),
    devServer,
    state: readWindowState(settingsFile),
    isHidden: process.argv.includes(HIDDEN),
    saveState: (state) => saveWindowState(settingsFile, state),
  });
  closing.guard(window);
  surviveCrashes(window.webContents, reporting, giveUp);
  reporting.log.info(`Slipway ${slipwayVersion} starts on ${process.platform}`);
  // The window comes up at once and shows how the service starts.
  await Promise.all([loadPage(window, devServer), made.start()]);
  if (!closing.isQuitting()) openDesktop(made);
}

/** What is around the window follows the same topics as the window, so it comes when those are there. */
function openDesktop(started: Core): void {
  const run = createMenuCommandRunner({
    core: started,
    logs: path.join(folder, 'logs'),
    window: () => window,
    showWindow,
    quit: closing.quitByHand,
    onProblem: reporting.report,
  });
  integration = openDesktopIntegration({
    core: started,
    pictures: path.join(here, '../../resources'),
    window: () => window,
    run,
  });
  if (app.isPackaged) followLogin(app, started, reporting.report);
  const machine = followPower({ power: powerMonitor, app, desktop: started.desktop, onProblem: reporting.report });
  app.once('will-quit', machine.close);
}

/** A start while this one quits would be lost with it: the app starts again once it has ended. */
function startedAgain({ words }: RelaunchArguments): void {
  if (closing.isQuitting()) app.relaunch({ args: [...process.argv.slice(1, app.isPackaged ? 1 : 2), ...words] });
  else showWindow();
}

function showWindow(): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/**
 * Electron wants the folder to be there. Sync, since the lock and the scheme have to be taken before the app is ready. Answers why
 * that failed, if it did.
 */
function prepareFolder(): { cause: unknown } | undefined {
  // What Chromium keeps goes below our own folder, so that settings and data lie beside it and not among it.
  const chromium = path.join(folder, 'window');
  try {
    // oxlint-disable-next-line node/no-sync -- see above; nothing else runs yet
    mkdirSync(folder, { recursive: true });
    // On its own: a recursive one says of a disk that can only be read that something is not there.
    // oxlint-disable-next-line node/no-sync -- see above
    if (!existsSync(chromium)) mkdirSync(chromium);
    app.setPath('userData', chromium);
    return undefined;
  } catch (cause) {
    return { cause };
  }
}

async function refuseFolder(cause: unknown): Promise<void> {
  await showUnwritableFolder(folder, cause).catch(reporting.report);
  app.exit(1);
}

function giveUp(why: string): void {
  void showCrashingWindow(why).catch(reporting.report);
}

/** By then all but this process has ended. */
async function failToUpdate(thrown: unknown): Promise<void> {
  reporting.report(thrown);
  await showFailedUpdate(thrown).catch(reporting.report);
  app.relaunch();
  app.exit(1);
}

async function failToStart(thrown: unknown): Promise<void> {
  reporting.report(thrown);
  await showFailedStart(thrown, path.join(folder, 'logs')).catch(reporting.report);
  app.exit(1);
}
