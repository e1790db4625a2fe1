// The stand-in's desktop around the window: menus, tray, notifications, displays, sleep. Each says what it was asked for, and
// does what a person would do with it when the test says so.
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { report } from './report.ts';

type Template = Electron.MenuItemConstructorOptions[];
type Click = () => void;

/** What can be clicked now, by place and id: "menu settings", "tray quit", "notification 0". */
const clicks = new Map<string, Click>();

export function click(what: string): void {
  const found = clicks.get(what);
  if (found === undefined) throw new Error(`There is no "${what}" to click on: ${[...clicks.keys()].join(', ')}`);
  found();
}

class MenuStandIn {
  readonly template: Template;
  constructor(template: Template) {
    this.template = template;
  }

  static buildFromTemplate = (template: Template) => new MenuStandIn(template);
  static setApplicationMenu = (menu: MenuStandIn | null) => show('menu', menu?.template ?? []);
}

function show(place: string, template: Template): void {
  for (const key of clicks.keys()) if (key.startsWith(`${place} `)) clicks.delete(key);
  const walk = (items: Template): unknown[] =>
    items.map(({ id, label, role, accelerator, registerAccelerator, submenu, click: run }) => {
      if (id !== undefined) clicks.set(`${place} ${id}`, () => (run as Click | undefined)?.());
      const below = Array.isArray(submenu) ? { items: walk(submenu) } : {};
      return { id, label, role, accelerator, registerAccelerator, ...below };
    });
  report.settings({ [place]: walk(template) });
}

class TrayStandIn extends EventEmitter {
  setToolTip = (text: string) => report.settings({ trayToolTip: text });
  setContextMenu = (menu: MenuStandIn) => show('tray', menu.template);
  destroy = () => report.event('tray-gone');
}

let notifications = 0;

class NotificationStandIn extends EventEmitter {
  static isSupported = () => true;
  private readonly options: Electron.NotificationConstructorOptions;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
  }

  show = () => {
    clicks.set(`notification ${notifications}`, () => this.emit('click'));
    notifications += 1;
    report.event('notification', this.options);
  };
}

const displays = JSON.parse(
  process.env['STAND_IN_DISPLAYS'] ?? '[{"x":0,"y":0,"width":1920,"height":1080}]',
) as Electron.Rectangle[];

export const desktop = {
  Menu: MenuStandIn,
  Tray: TrayStandIn,
  Notification: NotificationStandIn,
  nativeImage: { createFromPath: (file: string) => ({ file }) },
  powerMonitor: new EventEmitter(),
  screen: { getAllDisplays: () => displays.map((workArea) => ({ workArea })) },
};
