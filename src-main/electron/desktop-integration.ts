// The desktop around the window: menus, tray, the bar at the app's icon and notifications, all from one state that is
// followed like a window follows it.
import path from 'node:path';
import {
  app,
  type BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  Notification,
  nativeImage,
  Tray,
} from 'electron';
import { assertNever } from '../../src-shared/assert-never.ts';
import { createBridgeClient } from '../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../src-shared/bridge/contract.ts';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import { memoryTransportPair } from '../../src-shared/bridge/transport.ts';
import { formatNews, type News } from '../../src-shared/desktop/news.ts';
import type { Core } from '../core/core.ts';
import { applicationMenu, type MenuCommand, type MenuItem, type MenuKeys } from '../core/desktop/menu.ts';
import { plural, speak, spokenLanguage, t, translate } from '../core/desktop/native-language.ts';
import { createNotifier, eventsBetween } from '../core/desktop/notices.ts';
import { type DesktopState, followDesktop } from '../core/desktop/state.ts';
import { formatServer, formatTransfer, livingServers, progressOf, trayMenu } from '../core/desktop/tray.ts';

export type DesktopIntegrationOptions = {
  core: Core;
  /** The folder with the pictures for the tray. */
  pictures: string;
  window(): BrowserWindow | undefined;
  run(order: MenuCommand): void;
};

export type DesktopIntegration = { readonly hasTray: boolean; servers(): number | undefined; close(): void };

export function openDesktopIntegration({ core, pictures, window, run }: DesktopIntegrationOptions): DesktopIntegration {
  const [coreEnd, ownEnd] = memoryTransportPair();
  const client = createBridgeClient(slipwayBridge);
  serveBridge(core.offer, coreEnd);
  client.attach(ownEnd);
  const tray = openTray(pictures, run);
  const notifier = createNotifier((news) => notify(news, run));
  const showMenus = createMenus();
  let last: DesktopState | undefined;
  const showTexts = (state: DesktopState) => {
    showMenus(state, run);
    tray?.show(state);
  };
  const followLanguage = async () => {
    const isOther = await speak(core.settings.get().language, app.getPreferredSystemLanguages());
    if (isOther && last !== undefined) showTexts(last);
  };
  void followLanguage();
  const stopLanguage = core.settings.source.listen(() => void followLanguage());
  const stop = followDesktop(client, (state) => {
    showTexts(state);
    const shown = window();
    if (shown !== undefined && !shown.isDestroyed()) showProgress(shown, state);
    // Whoever looks at the window sees it there.
    const isWanted = core.settings.get().notifications !== false;
    if (isWanted && last !== undefined && shown?.isFocused() !== true) notifier.add(eventsBetween(last, state));
    last = state;
  });
  // The bell keeps what happens while no window is open, too.
  const stopNotices = client.subscribe('desktop.notices', {}, { next: () => undefined });
  return {
    hasTray: tray !== undefined,
    servers: () => (last === undefined || last.isPartial ? undefined : livingServers(last)),
    close: () => {
      stopLanguage();
      stopNotices();
      stop();
      notifier.close();
      coreEnd.close();
      tray?.close();
    },
  };
}

/** The menu is rebuilt only when what stands in it changes, since that closes an open one. */
function createMenus() {
  let shown = '';
  return ({ instances }: DesktopState, run: (order: MenuCommand) => void): void => {
    const stands = JSON.stringify([spokenLanguage(), ...instances.map(({ name }) => name)]);
    if (stands === shown) return;
    shown = stands;
    const facts = { platform: process.platform, instances, forDevelopers: !app.isPackaged };
    Menu.setApplicationMenu(Menu.buildFromTemplate(toElectronMenu(applicationMenu(facts), run)));
  };
}

/** Not every desktop has a place for one; the app works without. */
function openTray(pictures: string, run: (order: MenuCommand) => void) {
  const name = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
  let tray: Tray;
  try {
    tray = new Tray(nativeImage.createFromPath(path.join(pictures, name)));
  } catch (thrown) {
    console.error(thrown);
    return undefined;
  }
  tray.on('click', () => run({ to: 'shell', action: 'show' }));
  let shown = '';
  return {
    show: (state: DesktopState) => {
      const items = trayMenu(state);
      if (JSON.stringify(items) === shown) return;
      shown = JSON.stringify(items);
      tray.setToolTip(`Slipway: ${formatServer(state)}, ${formatTransfer(state)}`);
      tray.setContextMenu(Menu.buildFromTemplate(toElectronMenu(items, run)));
    },
    close: () => tray.destroy(),
  };
}

function showProgress(window: BrowserWindow, state: DesktopState): void {
  const progress = progressOf(state);
  if (progress.kind === 'none') window.setProgressBar(-1);
  else if (progress.kind === 'unknown') window.setProgressBar(2, { mode: 'indeterminate' });
  else window.setProgressBar(progress.part, { mode: progress.isPaused ? 'paused' : 'normal' });
}

/** Kept until they are gone: one that is collected loses its click. */
const shownNotices = new Set<Notification>();

function notify(news: News, run: (order: MenuCommand) => void): void {
  if (!Notification.isSupported()) return;
  const { hash } = news;
  const notification = new Notification(formatNews({ t, plural, translate }, news));
  shownNotices.add(notification);
  const forget = () => shownNotices.delete(notification);
  notification.on('click', () => {
    forget();
    run({ to: 'window', hash });
  });
  notification.on('close', forget);
  notification.show();
}

type RunOrder = (order: MenuCommand) => void;

/** Puts the menus that the core describes into Electron's words. */
function toElectronMenu(items: readonly MenuItem[], run: RunOrder): MenuItemConstructorOptions[] {
  return items.map((item): MenuItemConstructorOptions => {
    switch (item.kind) {
      case 'line':
        return { type: 'separator' };
      case 'role':
        return { role: item.role, ...(item.label === undefined ? {} : { label: item.label }) };
      case 'words':
        return { label: item.label, enabled: false };
      case 'menu':
        return { label: item.label, submenu: toElectronMenu(item.items, run) };
      case 'action':
        return { id: item.id, label: item.label, ...keysOf(item.keys), click: () => run(item.order) };
      default:
        return assertNever(item);
    }
  });
}

/** Where the system cannot show keys without taking them, keys of one letter are left out. */
function keysOf(keys: MenuKeys | undefined): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  if (keys === undefined || (keys.isShownOnly && process.platform === 'darwin')) return {};
  return { accelerator: keys.accelerator, registerAccelerator: !keys.isShownOnly };
}
