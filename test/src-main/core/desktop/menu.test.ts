import { expect, test } from 'vitest';
import { applicationMenu, type MenuItem } from '../../../../src-main/core/desktop/menu.ts';
import { shortcuts } from '../../../../src-shared/desktop/shortcuts.ts';

const menuOn = (platform: NodeJS.Platform, names = ['Local']) =>
  applicationMenu({ platform, instances: names.map((name) => ({ name })), forDevelopers: false });
const flat = (items: MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.kind === 'menu' ? flat(item.items) : [item]));
const paletteActions = (items: MenuItem[]) => flat(items).flatMap((item) => (item.kind === 'action' ? [item] : []));

test.each(['linux', 'win32', 'darwin'] as const)('has every shortcut of the window in the menus of %s', (platform) => {
  const found = paletteActions(menuOn(platform)).flatMap(({ order }) => ('shortcut' in order ? [order.shortcut] : []));
  expect(new Set(found)).toEqual(new Set(shortcuts.map(({ id }) => id)));
});

test.each(['linux', 'win32', 'darwin'] as const)('uses no id and no keys twice on %s', (platform) => {
  const items = paletteActions(menuOn(platform, ['Local', 'EU', 'US']));
  const ids = items.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const keys = items.flatMap((item) => (item.keys === undefined ? [] : [item.keys.accelerator]));
  expect(new Set(keys).size).toBe(keys.length);
});

test('leaves keys of one letter to the window, so that they can be typed', () => {
  for (const { keys } of paletteActions(menuOn('linux'))) {
    if (keys !== undefined) expect(keys.isShownOnly).toBe(!keys.accelerator.includes('+'));
  }
});

test('puts settings and quit where each system has them', () => {
  const first = (platform: NodeJS.Platform) => {
    const [menu] = menuOn(platform);
    if (menu?.kind !== 'menu') throw new Error('The first is a menu');
    return { label: menu.label, ids: paletteActions([menu]).map(({ id }) => id) };
  };
  expect(first('darwin')).toEqual({ label: 'Slipway', ids: ['check-for-updates', 'settings', 'quit'] });
  expect(first('linux')).toEqual({
    label: 'File',
    ids: ['upload', 'create-game', 'open-connection-file', 'settings', 'quit'],
  });
});

test('lists nine instances with their keys, as the window opens them', () => {
  const names = Array.from({ length: 12 }, (_, at) => `I${at}`);
  const items = paletteActions(menuOn('win32', names)).filter(({ id }) => id.startsWith('instance-'));
  expect(items).toHaveLength(9);
  expect(items[8]).toMatchObject({
    label: 'I8',
    keys: { accelerator: 'CommandOrControl+9' },
    order: { shortcut: 'instance', index: 8 },
  });
});
