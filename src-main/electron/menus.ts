// Puts the menus that the core describes into Electron's words.
import type { MenuItemConstructorOptions } from 'electron';
import { assertNever } from '../../src-shared/assert-never.ts';
import type { MenuItem, MenuKeys, MenuOrder } from '../core/desktop/menu.ts';

export type RunOrder = (order: MenuOrder) => void;

export function toElectronMenu(items: readonly MenuItem[], run: RunOrder): MenuItemConstructorOptions[] {
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
      case 'deed':
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
