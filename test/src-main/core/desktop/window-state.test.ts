import { expect, test } from 'vitest';
import { placeWindow, readWindowState, saveWindowState } from '../../../../src-main/core/desktop/window-state.ts';

const display = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 2560, height: 1440 };
const fileOf = (store: Record<string, unknown>) => ({
  read: () => store,
  change: (edit: (now: Record<string, unknown>) => object) => void Object.assign(store, edit(store)),
});

test('opens in the middle at first, no larger than the display', () => {
  expect(placeWindow({}, [display])).toEqual({ width: 1280, height: 800 });
  expect(placeWindow({}, [{ ...display, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 });
  expect(placeWindow({}, [{ ...display, width: 800, height: 480 }])).toEqual({ width: 960, height: 600 });
  expect(placeWindow({}, [])).toEqual({ width: 1280, height: 800 });
});

test('comes back to its display, with its size', () => {
  const bounds = { x: 2000, y: 30, width: 1400, height: 900 };
  expect(placeWindow({ bounds }, [display, right])).toEqual(bounds);
  expect(placeWindow({ bounds: { ...bounds, x: -200, y: 0 } }, [display])).toEqual({ ...bounds, x: -200, y: 0 });
});

test.each([
  ['right of all displays', { x: 2000, y: 30 }],
  ['above them', { x: 100, y: -400 }],
  ['below them', { x: 100, y: 1070 }],
  ['where only a corner is to be seen', { x: 1900, y: 30 }],
  ['far away', { x: -32_000, y: -32_000 }],
])('comes back from %s', (_where, place) => {
  const size = { width: 1400, height: 900 };
  expect(placeWindow({ bounds: { ...place, ...size } }, [display])).toEqual(size);
});

test('reads what it saved, and starts from scratch where that cannot be read', () => {
  const store: Record<string, unknown> = {};
  const state = { bounds: { x: 1, y: 2, width: 3, height: 4 }, is_maximized: true, is_full_screen: false, zoom: 1.5 };
  saveWindowState(fileOf(store), state);
  expect(readWindowState(fileOf(store))).toEqual(state);
  expect(readWindowState(fileOf({ window: { bounds: { x: 'left' } } }))).toEqual({});
  expect(readWindowState(fileOf({ window: { zoom: 400 } }))).toEqual({});
});
