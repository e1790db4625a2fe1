import { expect, test } from 'vitest';
import { matchShortcut, type Press } from '../../../src-renderer/app/shortcuts.ts';

const press = (key: string, held: Partial<Press> = {}): Press => {
  return { key, ctrlKey: false, metaKey: false, altKey: false, taken: false, ...held };
};

test('uses Command on a Mac and Ctrl elsewhere', () => {
  expect(matchShortcut(press('k', { ctrlKey: true }), false)).toEqual({ id: 'palette' });
  expect(matchShortcut(press('k', { metaKey: true }), true)).toEqual({ id: 'palette' });
  expect(matchShortcut(press('k', { ctrlKey: true }), true)).toBeUndefined();
  expect(matchShortcut(press('k', { metaKey: true }), false)).toBeUndefined();
});

test('counts instances from one', () => {
  expect(matchShortcut(press('1', { ctrlKey: true }), false)).toEqual({ id: 'instance', index: 0 });
  expect(matchShortcut(press('9', { ctrlKey: true }), false)).toEqual({ id: 'instance', index: 8 });
  expect(matchShortcut(press('0', { ctrlKey: true }), false)).toBeUndefined();
});

test('leaves single letters to text fields and open layers', () => {
  expect(matchShortcut(press('n'), false)).toEqual({ id: 'create-game' });
  expect(matchShortcut(press('n', { taken: true }), false)).toBeUndefined();
  expect(matchShortcut(press('?', { taken: true }), false)).toBeUndefined();
});

test('opens the palette from a text field too', () => {
  expect(matchShortcut(press('K', { ctrlKey: true, taken: true }), false)).toEqual({ id: 'palette' });
});

test('leaves presses with Alt to the system', () => {
  expect(matchShortcut(press('k', { ctrlKey: true, altKey: true }), false)).toBeUndefined();
});

test('opens the tabs of a game by G and a letter, one soon after the other', () => {
  expect(matchShortcut(press('b', { before: 'g' }), false)).toEqual({ id: 'go-builds' });
  expect(matchShortcut(press('s', { before: 'G' }), false)).toEqual({ id: 'go-servers' });
  expect(matchShortcut(press('b'), false)).toBeUndefined();
  expect(matchShortcut(press('b', { before: 'g', taken: true }), false)).toBeUndefined();
});
