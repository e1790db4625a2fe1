// Where the window was and how large, kept with the settings. Displays come and go: a window that would open where none is
// comes back to where people look.
import { z } from 'zod';
import type { SettingsFile } from '../settings/settings-file.ts';

const KEY = 'window';
export const LEAST = { width: 960, height: 600 };
const USUAL = { width: 1280, height: 800 };
/** So much of the window's top edge has to be in reach of the mouse. */
const GRIP = { width: 120, height: 40 };

const shape = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) }).optional(),
  is_maximized: z.boolean().optional(),
  is_full_screen: z.boolean().optional(),
  /** Chromium's zoom level: 0 is 100 %. */
  zoom: z.number().min(-8).max(9).optional(),
});
export type WindowState = z.infer<typeof shape>;

type Size = { width: number; height: number };
export type Area = { x: number; y: number; width: number; height: number };

export function readWindowState(file: Pick<SettingsFile, 'read'>): WindowState {
  const parsed = shape.safeParse(file.read()[KEY]);
  return parsed.success ? parsed.data : {};
}

export function saveWindowState(file: Pick<SettingsFile, 'change'>, state: WindowState): void {
  file.change(() => ({ [KEY]: state }));
}

/** The size to open with, and the place if that is on a display; without one the system puts it in the middle. */
export function placeWindow(
  { bounds = USUAL }: { bounds?: (Size & Partial<Area>) | undefined },
  displays: readonly Area[],
): { width: number; height: number; x?: number; y?: number } {
  const { x, y } = bounds;
  const place = x === undefined || y === undefined ? undefined : { ...bounds, x, y };
  const display = place && displays.find((area) => isInReach(place, area));
  const size = sizeWithin(bounds, display ?? displays[0]);
  return place === undefined || display === undefined ? size : { ...size, x: place.x, y: place.y };
}

/** At least the least, also where the display has less room. */
function sizeWithin({ width, height }: Size, room: Size = { width, height }): Size {
  return {
    width: Math.max(LEAST.width, Math.min(width, room.width)),
    height: Math.max(LEAST.height, Math.min(height, room.height)),
  };
}

function isInReach(window: Area, display: Area): boolean {
  const width = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const isTopIn = window.y >= display.y && window.y + GRIP.height <= display.y + display.height;
  return width >= GRIP.width && isTopIn;
}
