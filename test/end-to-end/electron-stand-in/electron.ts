// A stand-in for the module "electron", where its binary cannot be had: the built main and preload bundles run on it, and
// each BrowserWindow is a real Chromium page. It does what the app uses, as Electron's own types say, and reports the rest.
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as Electron from 'electron';
import { click, desktop } from './desktop.ts';
import { isOfLink, type LinkMessage } from './link.ts';
import { net } from './net.ts';
import { joinNetwork } from './network.ts';
import { hearOfPage, openPage, type StandInPage } from './page.ts';
import { report, type StandInOrder } from './report.ts';

const paths = new Map<string, string>();

/** The system lets go of the real lock however its owner ends; of one that was killed our file is left. */
function freeLockOfDead(file: string): void {
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch {
    rmSync(file, { force: true });
  }
}

class App extends EventEmitter implements Pick<Electron.App, 'getPath' | 'setPath' | 'getVersion' | 'exit' | 'quit'> {
  /** As an installed app has it, with this folder beside it, where the test says so. */
  readonly isPackaged = process.env['STAND_IN_RESOURCES'] !== undefined;

  enableSandbox = () => report.settings({ sandboxForced: true });
  getName = () => 'Slipway';
  getVersion = () => '0.1.0';
  getPath = (name: string) => paths.get(name) ?? path.join(paths.get('userData') ?? process.cwd(), name);
  setPath = (name: string, value: string) => {
    if (!existsSync(value)) throw new Error(`There is no folder ${value}`);
    paths.set(name, value);
  };
  private ready = false;
  isReady = () => this.ready;
  whenReady = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        this.ready = true;
        resolve();
      });
    });
  exit = (code = 0) => process.exit(code);

  getPreferredSystemLanguages = () => [process.env['STAND_IN_LANGUAGE'] ?? 'en-US'];

  quit = () => {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    this.emit('will-quit');
    void BrowserWindow.closeAll().then(() => this.exit());
  };

  setAsDefaultProtocolClient = (scheme: string) => {
    report.event('protocol-client', { scheme });
    return true;
  };
  relaunch = (options: Electron.RelaunchOptions) => report.event('relaunch', { args: options.args });
  setLoginItemSettings = (settings: Electron.Settings) => report.event('login-item', settings);
  releaseSingleInstanceLock = () => rmSync(this.lockFile(), { force: true });
  private lockFile = () => path.join(this.getPath('userData'), 'stand-in-lock');

  /** The lock is a file with the owner's pid; a second process leaves its data there, wakes the first and learns that it is second. */
  requestSingleInstanceLock = (data: Record<string, unknown> = {}) => {
    const file = this.lockFile();
    freeLockOfDead(file);
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
    } catch {
      writeFileSync(`${file}.data`, JSON.stringify(data));
      process.kill(Number(readFileSync(file, 'utf8')), 'SIGUSR1');
      return false;
    }
    process.on('exit', () => rmSync(file, { force: true }));
    process.on('SIGUSR1', () => {
      report.event('second-instance');
      this.emit('second-instance', {}, [], '', JSON.parse(readFileSync(`${file}.data`, 'utf8')));
    });
    return true;
  };
}

class WebContents extends EventEmitter implements Pick<Electron.WebContents, 'isDestroyed' | 'send' | 'reload'> {
  readonly mainFrame = { url: '' };
  private openHandler: (details: { url: string }) => { action: 'allow' | 'deny' } = () => ({ action: 'allow' });
  page: StandInPage | undefined;

  private zoom = 0;

  getZoomLevel = () => this.zoom;
  setZoomLevel = (zoom: number) => void (this.zoom = zoom);
  isDestroyed = () => this.page === undefined;
  send = (channel: string, frame: unknown) => this.page?.send(channel, frame);
  reload = () => void this.page?.reload();
  startDrag = ({ file, icon }: Electron.Item) => report.event('start-drag', { file, icon });
  setWindowOpenHandler = (handler: typeof this.openHandler) => void (this.openHandler = handler);

  /** Asks the app, as Electron does before a page leaves for another address. */
  mayNavigate = (url: string) => {
    let allowed = true;
    this.emit('will-navigate', { url, preventDefault: () => (allowed = false) });
    report.event('navigation', { url, allowed });
    return allowed;
  };

  mayOpen = (url: string) => {
    const { action } = this.openHandler({ url });
    report.event('window-open', { url, action });
    return action === 'allow';
  };
}

class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus'> {
  static readonly all = new Set<BrowserWindow>();
  readonly webContents = new WebContents();
  private readonly options: Electron.BrowserWindowConstructorOptions;
  private bounds: Electron.Rectangle;
  private isShown = false;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { session: _session, preload: _preload, ...webPreferences } = options.webPreferences ?? {};
    const { width, height, x, y } = options;
    report.settings({ webPreferences, titleBarStyle: options.titleBarStyle, bounds: { width, height, x, y } });
    this.bounds = { x: x ?? 320, y: y ?? 140, width: width ?? 800, height: height ?? 600 };
    BrowserWindow.all.add(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  static getAllWindows = () => [...BrowserWindow.all];
  static closeAll = async () => {
    for (const window of BrowserWindow.all) await window.webContents.page?.close();
  };

  loadURL = async (url: string) => {
    const contents = this.webContents;
    contents.page = openPage({
      url,
      preload: this.options.webPreferences?.preload ?? '',
      size: { width: this.options.width ?? 800, height: this.options.height ?? 600 },
      handler: protocol.handler,
      mayNavigate: contents.mayNavigate,
      mayOpen: contents.mayOpen,
      onNavigated: (pageUrl) => {
        contents.mainFrame.url = pageUrl;
        contents.emit('did-navigate', {}, pageUrl);
      },
      onFrame: (channel, frame, { isMainFrame, frameUrl }) => {
        const senderFrame = isMainFrame ? contents.mainFrame : { url: frameUrl };
        ipcMain.emit(channel, { sender: contents, senderFrame }, frame);
      },
      onGone: () => {
        contents.page = undefined;
        contents.emit('destroyed');
        BrowserWindow.all.delete(this);
        if (BrowserWindow.all.size === 0) app.emit('window-all-closed');
      },
    });
    await contents.page.loaded;
    this.emit('ready-to-show');
  };

  /** As when a person closes it: the app may keep it. */
  closeByHand = () => {
    let kept = false;
    this.emit('close', { preventDefault: () => (kept = true) });
    if (!kept) void this.webContents.page?.close();
  };
  move = (bounds: Electron.Rectangle) => {
    this.bounds = bounds;
    this.emit('move');
  };

  show = () => {
    this.isShown = true;
    report.event('show');
  };
  hide = () => {
    this.isShown = false;
    report.event('hide');
  };
  focus = () => report.event('focus');
  minimize = () => report.event('minimize');
  maximize = () => report.event('maximize');
  setFullScreen = (isFull: boolean) => report.event('full-screen', { isFull });
  setProgressBar = (progress: number, options?: Electron.ProgressBarOptions) =>
    report.settings({ progress, progressMode: options?.mode });
  getNormalBounds = () => this.bounds;
  isMaximized = () => false;
  isFullScreen = () => false;
  /** The test looks elsewhere, unless it says so. */
  isFocused = () => process.env['STAND_IN_FOCUSED'] === '1' && this.isShown;
  isMinimized = () => false;
  isDestroyed = () => this.webContents.isDestroyed();
}

/** Tells what the app answers when a page asks for something. */
class Session {
  setPermissionRequestHandler: Electron.Session['setPermissionRequestHandler'] = (handler) => {
    const ask = handler as unknown as (contents: null, permission: string, answer: (ok: boolean) => void) => void;
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'clipboard-sanitized-write']) {
      ask(null, permission, (granted) => report.settings({ [`permission:${permission}`]: granted }));
    }
  };
  setPermissionCheckHandler: Electron.Session['setPermissionCheckHandler'] = (handler) => {
    const check = handler as unknown as (contents: null, permission: string) => boolean;
    report.settings({ 'check:media': check(null, 'media') });
  };
  setDevicePermissionHandler: Electron.Session['setDevicePermissionHandler'] = (handler) => {
    report.settings({ 'device:hid': (handler as unknown as (details: object) => boolean)({ deviceType: 'hid' }) });
  };
}

type Handler = (request: { url: string }) => Response | Promise<Response>;
class ProtocolStandIn implements Pick<Electron.Protocol, 'registerSchemesAsPrivileged'> {
  handler: Handler = () => new Response(null, { status: 404 });
  registerSchemesAsPrivileged = (schemes: Electron.CustomScheme[]) => report.settings({ schemes });
  handle = (_scheme: string, handler: Handler) => void (this.handler = handler);
}

export const app = new App();
export const ipcMain = new EventEmitter();
export const protocol = new ProtocolStandIn();
export const session = { defaultSession: new Session(), fromPartition: () => new Session() };
export const autoUpdater = new EventEmitter();
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
export const shell = {
  openExternal: async (url: string) => report.event('open-external', { url }),
  openPath: async (place: string) => {
    report.event('open-path', { place });
    return '';
  },
  showItemInFolder: (item: string) => report.event('show-in-folder', { item }),
} satisfies Partial<Electron.Shell>;
/** As on a desktop without a keychain, unless the test wants one: that one only turns the bytes around. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => process.env['STAND_IN_KEYCHAIN'] !== undefined,
  getSelectedStorageBackend: () => (process.env['STAND_IN_KEYCHAIN'] === 'basic' ? 'basic_text' : 'gnome_libsecret'),
  encryptStringAsync: async (text: string) => Buffer.from(Buffer.from(text).toReversed()),
  decryptStringAsync: async (bytes: Buffer) => {
    return { result: Buffer.from(bytes.toReversed()).toString(), shouldReEncrypt: false };
  },
} satisfies Partial<Electron.SafeStorage>;
/** What the test named beforehand; until then a dialog is closed. */
let picked: string[] = [];
export const dialog = {
  showOpenDialog: async () => ({ canceled: picked.length === 0, filePaths: picked }),
  /** Presses the button that the test named beforehand. */
  showMessageBox: async (...args: unknown[]) => {
    report.event('message-box', args.at(-1));
    return { response: Number(process.env['STAND_IN_ANSWER'] ?? 0), checkboxChecked: false };
  },
  showErrorBox: (title: string, text: string) => report.event('error-box', { title, text }),
};
export const { Menu, Tray, Notification, nativeImage, powerMonitor, screen } = desktop;
export { BrowserWindow, net };
// electron-store reads the module's default export.
// oxlint-disable-next-line import/no-default-export -- the real module has one
export default { app, ipcMain, protocol, session, nativeTheme, shell, safeStorage, dialog, BrowserWindow, ...desktop };

if (app.isPackaged) Object.assign(process, { resourcesPath: process.env['STAND_IN_RESOURCES'] });
process.on('SIGTERM', () => app.quit());
const window = () => [...BrowserWindow.all][0];
const power = (event: string) => () => powerMonitor.emit(event);
/** What a system or a person would do: the test says it. Other events are the app's own. */
const orders: Record<string, (...args: never[]) => unknown> = {
  click,
  suspend: power('suspend'),
  resume: power('resume'),
  shutdown: power('shutdown'),
  network: joinNetwork,
  'close-window': () => window()?.closeByHand(),
  'move-window': (bounds: Electron.Rectangle) => window()?.move(bounds),
  'crash-page': () => window()?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
  'throw-in-main': (what: string) =>
    void setImmediate(() => {
      throw new Error(what);
    }),
  zoom: (level: number) => window()?.webContents.setZoomLevel(level),
  pick: (place: string) => {
    picked = [place];
    report.settings({ picks: place });
  },
};
process.on('message', (message: StandInOrder | LinkMessage) => {
  if (isOfLink(message)) return hearOfPage(message);
  const { event, args } = message;
  const order = orders[event];
  if (order === undefined) app.emit(event, { preventDefault: () => undefined }, ...args);
  else order(...(args as never[]));
});
