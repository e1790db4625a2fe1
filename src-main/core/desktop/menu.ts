// The menus of the desktop app, as plain data: what stands where on each system, with the shortcuts that the window has too.
import { chordOf, type Keys, type ShortcutId } from '../../../src-shared/desktop/shortcuts.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { t } from './native-language.ts';

/** What a menu item does that the system does not do by itself. */
export type MenuCommand =
  | { to: 'window'; shortcut: ShortcutId; index?: number }
  | { to: 'window'; hash: string }
  | { to: 'shell'; action: ShellAction };

/** What the shell does itself. */
export type ShellAction =
  | ('show' | 'quit' | 'show_logs' | 'open_connection_file')
  | ('pause_all' | 'resume_all' | 'check_for_updates');

type Role =
  | ('about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll')
  | (
      | 'zoomIn'
      | 'zoomOut'
      | 'resetZoom'
      | 'togglefullscreen'
      | 'toggleDevTools'
      | 'minimize'
      | 'zoom'
      | 'close'
      | 'front'
    );

export type MenuItem =
  | { kind: 'line' }
  | { kind: 'role'; role: Role; label?: string }
  | { kind: 'words'; label: string }
  | { kind: 'action'; id: string; label: string; keys?: MenuKeys; order: MenuCommand }
  | { kind: 'menu'; label: string; items: MenuItem[] };

/** How the keys of an item are written for the system. Those of one letter are shown, and left to the window. */
export type MenuKeys = { accelerator: string; isShownOnly: boolean };

export type MenuFacts = {
  platform: NodeJS.Platform;
  instances: readonly Pick<InstanceView, 'name'>[];
  /** Whether tools for developers are offered. */
  forDevelopers: boolean;
};

/** The system has words of its own for the others. */
const roleWords: Readonly<Partial<Record<Role, () => string>>> = {
  undo: () => t('Undo'),
  redo: () => t('Redo'),
  cut: () => t('Cut'),
  copy: () => t('Copy'),
  paste: () => t('Paste'),
  selectAll: () => t('Select all'),
  resetZoom: () => t('Actual size'),
  zoomIn: () => t('Larger'),
  zoomOut: () => t('Smaller'),
  togglefullscreen: () => t('Full screen'),
  minimize: () => t('Minimize'),
  close: () => t('Close the window'),
  about: () => t('About Slipway'),
};

function labelOf(role: Role): { label?: string } {
  const labelText = roleWords[role];
  return labelText === undefined ? {} : { label: labelText() };
}

const line: MenuItem = { kind: 'line' };
const roles = (...names: Role[]): MenuItem[] => names.map((role) => ({ kind: 'role', role, ...labelOf(role) }));

export function applicationMenu(facts: MenuFacts): MenuItem[] {
  const isMac = facts.platform === 'darwin';
  return [
    ...(isMac ? [macMenu()] : []),
    fileMenu(isMac),
    {
      kind: 'menu',
      label: t('Edit'),
      items: [...roles('undo', 'redo'), line, ...roles('cut', 'copy', 'paste', 'selectAll')],
    },
    viewMenu(facts),
    { kind: 'menu', label: t('Instances'), items: facts.instances.slice(0, 9).map(instanceItem) },
    {
      kind: 'menu',
      label: t('Window'),
      items: roles('minimize', ...(isMac ? (['zoom', 'front'] as const) : []), 'close'),
    },
    helpMenu(isMac),
  ];
}

function macMenu(): MenuItem {
  return {
    kind: 'menu',
    label: 'Slipway',
    items: [
      ...roles('about'),
      updatesItem(),
      line,
      settingsItem(),
      line,
      ...roles('services'),
      line,
      ...roles('hide', 'hideOthers', 'unhide'),
      line,
      quitItem(),
    ],
  };
}

function fileMenu(isMac: boolean): MenuItem {
  const own: MenuItem[] = [
    windowItem('upload', t('Upload a build...')),
    windowItem('create-game', t('Create a game')),
    shellItem('open-connection-file', t('Open a connection file...'), 'open_connection_file', 'CommandOrControl+O'),
  ];
  return { kind: 'menu', label: t('File'), items: isMac ? own : [...own, line, settingsItem(), line, quitItem()] };
}

function viewMenu({ forDevelopers }: MenuFacts): MenuItem {
  return {
    kind: 'menu',
    label: t('View'),
    items: [
      windowItem('palette', t('Go to a game or run a command')),
      windowItem('overview', t('Overview')),
      line,
      windowItem('go-deploy', t('Deploy')),
      windowItem('go-builds', t('Builds')),
      windowItem('go-servers', t('Servers')),
      windowItem('go-activity', t('Activity')),
      windowItem('go-history', t('History of a namespace')),
      line,
      windowItem('transfers', t('Transfers')),
      line,
      windowItem('back', t('Back')),
      windowItem('forward', t('Forward')),
      line,
      ...roles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'),
      ...(forDevelopers ? [line, ...roles('toggleDevTools')] : []),
    ],
  };
}

function helpMenu(isMac: boolean): MenuItem {
  const items = [
    windowItem('shortcuts', t('Shortcuts')),
    shellItem('show-logs', t('Show the logs of Slipway'), 'show_logs'),
  ];
  return { kind: 'menu', label: t('Help'), items: isMac ? items : [...items, line, updatesItem(), ...roles('about')] };
}

function settingsItem(): MenuItem {
  return windowItem('settings', t('Settings...'));
}

function updatesItem(): MenuItem {
  return shellItem('check-for-updates', t('Check for updates'), 'check_for_updates');
}

function quitItem(): MenuItem {
  return shellItem('quit', t('Quit Slipway'), 'quit', 'CommandOrControl+Q');
}

function windowItem(shortcut: ShortcutId, label: string): MenuItem {
  return { kind: 'action', id: shortcut, label, ...keysOf(chordOf(shortcut)), order: { to: 'window', shortcut } };
}

function shellItem(id: string, label: string, action: ShellAction, accelerator?: string): MenuItem {
  const keys = accelerator === undefined ? {} : { keys: { accelerator, isShownOnly: false } };
  return { kind: 'action', id, label, ...keys, order: { to: 'shell', action } };
}

function instanceItem({ name }: Pick<InstanceView, 'name'>, index: number): MenuItem {
  return {
    kind: 'action',
    id: `instance-${index}`,
    label: name,
    keys: { accelerator: `CommandOrControl+${index + 1}`, isShownOnly: false },
    order: { to: 'window', shortcut: 'instance', index },
  };
}

/** A single letter must stay a letter in text fields, so the system only shows it. */
function keysOf(chord: Keys): { keys?: MenuKeys } {
  const isOneAfterTheOther = chord.length > 1 && chord[0] !== 'Mod';
  if (isOneAfterTheOther) return {}; // no system can show that
  const accelerator = chord.map((key) => (key === 'Mod' ? 'CommandOrControl' : key)).join('+');
  return { keys: { accelerator, isShownOnly: chord.length === 1 } };
}
